import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import type { Database } from '#app/database/schema.ts';
import { documentAsOf, readPlaceAt, type LedgerPlace } from '#app/queries/audit/as-of.ts';
import { eventKinds, typesOf, type EventKind } from '#app/wording/event-kinds.ts';
import { readTrailDocument } from '#app/queries/audit/subject.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageNumber, pageWithin } from '#app/queries/document/paging.ts';
import { query } from '#app/queries/query.ts';
import { searchWords } from '#app/queries/search-words.ts';

/** Beyond this many people, a person is searched by name instead of chosen from a list. */
const mostToChooseFrom = 60;

const uid = z.uuid();

/**
 * The places in the ledger of all that ever happened to a document, or up to a place in it. Training is in it through its records.
 */
const trailOf = (document: string, place: LedgerPlace | null) =>
  sql`(select position from read.audit where kind = 'document' and subject = ${document}${until(place)})`;

const until = (place: LedgerPlace | null, column = 'position') =>
  place ? sql` and ${sql.ref(column)} <= ${place.position}` : sql``;

/** How many events a trail has, the last of them, and the places of one page, newest first. */
async function readPlaces(db: Kysely<Database>, document: string, page: number, place: LedgerPlace | null) {
  const places = sql<{ total: string; last: string | null; positions: string[] }>`
    with trail as materialized ${trailOf(document, place)}
    select count(*) as total, max(position) as last, array(
      select position::text from trail order by trail.position desc limit ${pageSize} offset ${(page - 1) * pageSize}
    ) as positions from trail`;
  const { rows } = await places.execute(db);
  const { total = '0', last = null, positions = [] } = rows[0] ?? {};
  return { total: Number(total), last: last ?? '0', positions };
}

/**
 * Those who did something to the document, and its approvers, by name; null where they are too many for a list. Who signed training is
 * known from the records: of a document that thousands train on, few events have to be opened.
 */
async function readActors(
  db: Kysely<Database>,
  document: string,
  place: LedgerPlace | null,
): Promise<{ uid: string; name: string }[] | null> {
  const actors = sql<{ uid: string; name: string }>`
    select u.uid, u.full_name as name from read.user_account u
    where u.uid in (
      select (e.canonical::jsonb #>> '{actor,uid}')::uuid
      from (
        select position from read.audit_entry where kind = 'document' and subject = ${document}${until(place)}
        union select assigned_position from read.training_record
          where document_uid = ${document}${until(place, 'assigned_position')}
        union select cancelled_position from read.training_record
          where document_uid = ${document} and cancelled_position is not null${until(place, 'cancelled_position')}
      ) t join ledger.event e on e.position = t.position
      union select user_uid from read.training_record
        where document_uid = ${document} and completed_position is not null${until(place, 'completed_position')}
      union select user_uid from read.approval
        where document_uid = ${document}${place ? sql` and requested_at <= ${place.at}::timestamptz` : sql``}
    )
    order by u.full_name_folded, u.uid limit ${mostToChooseFrom + 1}`;
  const { rows } = await actors.execute(db);
  return rows.length > mostToChooseFrom ? null : rows;
}

const kindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]];

/** The last moment that counts (ISO 8601 in UTC, at most now); null: all that is there. */
const pastUntil = z.iso.datetime().nullable().default(null);

/**
 * A document's audit trail: what it is about, how many events, and the places in the ledger of one page of them, newest first. With
 * `until` as all of it was at that moment; where there was no such document yet, as it is, which `place` tells.
 */
export const getTrail = query({
  name: 'audit.document',
  input: z.object({
    document: z.string().toLowerCase(),
    kind: z.enum(kindNames).nullable().catch(null),
    /** The uid of a person, or a part of a name; what the person did and what concerns the person. */
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

interface Asked {
  given: string;
  kind: EventKind | null;
  who: string | null;
  page: number;
  /** Up to where it tells; null: all that is there. */
  place: LedgerPlace | null;
}

async function readTrail(db: Kysely<Database>, asked: Asked) {
  const { given, kind, who, page, place } = asked;
  const [today, places, filtered, people] = await Promise.all([
    readTrailDocument(db, given),
    readPlaces(db, given, page, place),
    kind || who ? readMatching(db, asked) : null,
    readActors(db, given, place),
  ]);
  const document = today && place ? await documentAsOf(db, today, place) : today;
  if (!today || !document) return null;
  const matching = filtered?.total ?? places.total;
  const at = pageWithin(page, matching);
  if (at !== page) return readTrail(db, { ...asked, page: at });
  const { total, last } = places;
  return {
    document,
    /** Its status today; null: it was discarded. */
    standing: today.status,
    place,
    total,
    last,
    matching,
    page,
    positions: (filtered ?? places).positions,
    people,
  };
}

/**
 * Of a trail what is of a kind, and what a person did or what concerns them: how many events, and the places of one page. People are looked
 * up at the trail's places alone, since some have ten thousands of events elsewhere. A batch of training is of one document or of one person
 * (`training/events.ts`), so that those of this document are found by its own records.
 */
async function readMatching(db: Kysely<Database>, { given, kind, who, page, place }: Asked) {
  const people = uid.safeParse(who).success
    ? sql`select ${who}::uuid as uid`
    : sql`select uid from read.user_account where strpos(full_name_folded, read.folded(${who})) > 0`;
  const trained = (column: string) =>
    sql`select ${sql.ref(column)} from read.training_record
        where document_uid = ${given} and user_uid in (select uid from person) and ${sql.ref(column)} is not null`;
  const ofPerson = sql`
    select t.position from trail t where t.position in (
      select position from read.audit_entry
      where kind = 'user' and subject = any(array(select uid from person)) and position = any(array(select position from trail))
      union all ${trained('assigned_position')}
      union all ${trained('completed_position')}
      union all ${trained('cancelled_position')})`;
  const ofKind = (type: EventKind) =>
    sql`where exists (select from ledger.event e where e.position = t.position and e.type = any(${typesOf(type)}))`;
  const { rows } = await sql<{ total: string; positions: string[] }>`
    with trail as materialized ${trailOf(given, place)}, person as materialized (${people}),
      whose as materialized (${who ? ofPerson : sql`select position from trail`}),
      matching as materialized (select position from whose t ${kind ? ofKind(kind) : sql``})
    select count(*) as total, array(
      select position::text from matching order by matching.position desc limit ${pageSize} offset ${(page - 1) * pageSize}
    ) as positions from matching`.execute(db);
  const { total = '0', positions = [] } = rows[0] ?? {};
  return { total: Number(total), positions };
}

/**
 * The whole trail of a document: every place in the ledger, oldest first. `position` alone where only one is asked for. With `until` as all of it
 * was at that moment.
 */
export const getWholeTrail = query({
  name: 'audit.document_whole',
  input: z.object({
    document: z.string().toLowerCase(),
    position: z.string().nullable().default(null),
    until: pastUntil,
  }),
  permission: 'audit.view',
  async run({ document: given, position, until: moment }, { db }) {
    const today = uid.safeParse(given).success ? await readTrailDocument(db, given) : null;
    if (!today || (position !== null && !/^[1-9]\d{0,17}$/.test(position))) return refuse('not_found');
    const place = moment === null ? null : await readPlaceAt(db, moment);
    if (moment !== null && !place) return refuse('not_found');
    const document = place ? await documentAsOf(db, today, place) : today;
    if (!document) return refuse('not_found');
    const only = position === null ? sql`` : sql`where position = ${position}`;
    const [{ rows }, { total, last }] = await Promise.all([
      sql<{ position: string }>`
        select position from ${trailOf(document.uid, place)} t ${only} order by position`.execute(db),
      readPlaces(db, document.uid, 1, place),
    ]);
    if (rows.length === 0) return refuse('not_found');
    return ok({ document, place, positions: rows.map((row) => row.position), total, last });
  },
});
