import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { documentAsOf } from '#app/audit/queries/as-of.ts';
import { readPlaceAt, type LedgerPlace } from '#app/kit/query/past.ts';
import { readLogPage } from '#app/audit/queries/log-page.ts';
import { eventKinds, typesOf, type EventKind } from '#app/audit/words/event-kinds.ts';
import { readTrailDocument } from '#app/audit/queries/subject.ts';
import { pageNumber } from '#app/kit/query/paging.ts';
import { withPasskeys } from '#app/audit/queries/with-passkeys.ts';
import { query } from '#app/kit/query/query.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** With more people than this, a person is searched by name instead of chosen from a list. */
const mostToChooseFrom = 60;

const uid = z.uuid();

/** The ledger positions of a document's events up to a place. Training is found by its records. */
const trailOf = (document: string, place: LedgerPlace | null) =>
  sql`select position from ${ownRows('read.audit')} audit
    where kind = 'document' and subject = ${document}${until(place)}`;

const until = (place: LedgerPlace | null, column = 'position') =>
  place ? sql` and ${sql.ref(column)} <= ${place.position}` : sql``;

/**
 * The people who acted on the document and its approvers, by name; null if there are too many for a list. Signers of
 * training are read from the records, so that few events are parsed.
 */
async function readActors(
  db: Kysely<Database>,
  document: string,
  place: LedgerPlace | null,
): Promise<{ uid: string; name: string }[] | null> {
  const actors = sql<{ uid: string; name: string }>`
    with trail as materialized (
      select position from ${ownRows('read.audit_entry')} audit_entry
        where kind = 'document' and subject = ${document}${until(place)}
      union select assigned_position from ${ownRows('read.training_record')} training_record
        where document_uid = ${document}${until(place, 'assigned_position')}
      union select cancelled_position from ${ownRows('read.training_record')} training_record
        where document_uid = ${document} and cancelled_position is not null${until(place, 'cancelled_position')}
    )
    select u.uid, ${nameApart('u')} as name from ${ownRows('read.user_account')} u
    where u.uid in (
      select substring(e.canonical from '^{"actor":{[^}]*"uid":"([0-9a-f-]{36})"')::uuid
      from trail join ${ownRows('ledger.event')} e on e.position = trail.position
      union select user_uid from ${ownRows('read.training_record')} training_record
        where document_uid = ${document} and completed_position is not null${until(place, 'completed_position')}
      union select user_uid from ${ownRows('read.approval')} approval
        where document_uid = ${document}${place ? sql` and requested_at <= ${place.at}::timestamptz` : sql``}
    )
    order by u.full_name_folded, u.uid limit ${mostToChooseFrom + 1}`;
  const { rows } = await actors.execute(db);
  return rows.length > mostToChooseFrom ? null : rows;
}

const kindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]];

/** The last moment that counts (at most now); null: everything. */
const pastUntil = instant.nullable().default(null);

/**
 * One page of a document's audit trail, newest first. `until`: as it was at that moment; if the document did not exist
 * yet, as it is now, with `place` null.
 */
export const getTrail = query({
  name: 'audit.document',
  input: z.object({
    document: z.string().toLowerCase(),
    kind: z.enum(kindNames).nullable().catch(null),
    /** A person's uid or a part of a name: finds what the person did and what concerns them. */
    who: searchWords.nullable().catch(null),
    page: pageNumber,
    until: pastUntil,
  }),
  permission: 'audit.view',
  cache: 'shared',
  async run({ document: given, kind, who, page, until: moment }, { db }) {
    if (!uid.safeParse(given).success) return refuse('not_found');
    const place = moment === null ? null : await readPlaceAt(db, moment);
    const then = place && (await readTrail(db, { given, kind, who, page, place }));
    const found = then ?? (await readTrail(db, { given, kind, who, page, place: null }));
    return found ? ok(found) : refuse('not_found');
  },
});

/** A page of a document's audit trail. */
export type Trail = NonNullable<Awaited<ReturnType<typeof readTrail>>>;

interface TrailRequest {
  given: string;
  kind: EventKind | null;
  who: string | null;
  page: number;
  /** The last ledger place that counts; null: all. */
  place: LedgerPlace | null;
}

async function readTrail(db: Kysely<Database>, asked: TrailRequest) {
  const { given, kind, who, page, place } = asked;
  const [today, whole, filtered, people] = await Promise.all([
    readTrailDocument(db, given),
    readLogPage(db, trailOf(given, place), { page }),
    kind || who ? readLogPage(db, matching(asked), { page }) : null,
    readActors(db, given, place),
  ]);
  const document = today && place ? await documentAsOf(db, today, place) : today;
  if (!today || !document) return null;
  const shown = filtered ?? whole;
  return {
    document,
    /** Its status today; null: discarded. */
    standing: today.status,
    place,
    total: whole.total,
    /** The number of all events; lists leave some out. */
    recorded: whole.recorded,
    last: whole.last,
    matching: shown.total,
    page: shown.page,
    size: shown.size,
    positions: shown.positions,
    people,
  };
}

/**
 * The positions of a trail's events of a kind, or by and about a person. People are looked up only at the trail's
 * positions, since a person may have ten thousands of other events.
 */
function matching({ given, kind, who, place }: TrailRequest) {
  const people = uid.safeParse(who).success
    ? sql`select ${who}::uuid as uid`
    : sql`select uid from ${ownRows('read.user_account')} user_account
      where strpos(full_name_folded, read.folded(${who})) > 0`;
  const trained = (column: string) =>
    sql`select ${sql.ref(column)} from ${ownRows('read.training_record')} training_record
        where document_uid = ${given} and user_uid in (select uid from person) and ${sql.ref(column)} is not null`;
  const ofPerson = sql`t.position in (
      select position from ${ownRows('read.audit_entry')} audit_entry
      where kind = 'user' and subject = any(array(select uid from person))
        and position = any(array(select position from trail))
      union all ${trained('assigned_position')}
      union all ${trained('completed_position')}
      union all ${trained('cancelled_position')})`;
  const ofKind = (type: EventKind) =>
    sql`exists (select from ${ownRows('ledger.event')} e
      where e.position = t.position and e.type = any(${typesOf(type)}))`;
  return sql`
    with trail as materialized (${trailOf(given, place)}), person as materialized (${people})
    select t.position from trail t where ${who ? ofPerson : sql`true`} and ${kind ? ofKind(kind) : sql`true`}`;
}

/** Whether a person downloads the audit trails of documents that they may read. */
const maySeeTrails = ({ role, settings }: Pick<Viewer, 'role' | 'settings'>): boolean =>
  roleMay(role, 'audit.view') || (settings.employeeTrails ?? true);

/** Whether everybody may read the document, since a version is in force, or this person, who trains on it. */
async function isReadable(db: Kysely<Database>, document: string, user: string): Promise<boolean> {
  const row = await db
    .selectFrom('read.document as d')
    .select('d.uid')
    .where('d.uid', '=', document)
    .where((eb) =>
      eb.or([
        eb('d.effective_version', 'is not', null),
        eb.exists(
          eb
            .selectFrom('read.training_record as t')
            .select('t.uid')
            .whereRef('t.document_uid', '=', 'd.uid')
            .whereRef('t.version', '=', 'd.version')
            .where('d.status', '=', 'PENDING')
            .where('t.user_uid', '=', user)
            .where('t.status', '<>', 'CANCELLED'),
        ),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The positions of a document's whole trail, oldest first, or only `position`. `until`: as it was at that moment.
 * `passkeys`: with the events that hold the keys of its signers.
 */
export const getWholeTrail = query({
  name: 'audit.document_whole',
  input: z.object({
    document: z.string().toLowerCase(),
    position: z.string().nullable().default(null),
    until: pastUntil,
    passkeys: z.boolean().default(false),
  }),
  permission: 'audit.download',
  async run({ document: given, position, until: moment, passkeys }, { db, viewer }) {
    const today = uid.safeParse(given).success ? await readTrailDocument(db, given) : null;
    if (!today) return refuse('not_found');
    if (!roleMay(viewer.role, 'audit.view')) {
      if (!(await isReadable(db, given, viewer.uid))) return refuse('not_found');
      // The whole trail as it is now; no proofs, keys of signers or moments of the past.
      if (!maySeeTrails(viewer) || position !== null || passkeys || moment !== null) return refuse('not_allowed');
    }
    const place = moment === null ? null : await readPlaceAt(db, moment);
    if (moment !== null && !place) return refuse('not_found');
    const document = place ? await documentAsOf(db, today, place) : today;
    if (!document) return refuse('not_found');
    const { positions, total, last } = await readLogPage(db, trailOf(document.uid, place), { whole: true });
    const wanted = position === null ? positions : positions.filter((one) => one === position);
    if (wanted.length === 0) return refuse('not_found');
    return ok({ document, place, positions: passkeys ? await withPasskeys(db, wanted) : wanted, total, last });
  },
});
