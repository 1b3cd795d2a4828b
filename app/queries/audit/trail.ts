import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import type { Database } from '#app/database/schema.ts';
import { eventKinds, typesOf, type EventKind } from '#app/queries/audit/kinds.ts';
import { readTrailDocument } from '#app/queries/audit/subject.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageNumber, pageWithin } from '#app/queries/document/paging.ts';
import { query } from '#app/queries/query.ts';

/** Beyond this many people, a person is searched by name instead of chosen from a list. */
const mostToChooseFrom = 60;

const uid = z.uuid();

/** The places in the ledger of all that ever happened to a document. Training is in it through its records. */
const trailOf = (document: string) =>
  sql`(select position from read.audit where kind = 'document' and subject = ${document})`;

async function countTrail(db: Kysely<Database>, document: string): Promise<{ total: number; last: string }> {
  const { rows } = await sql<{ total: string; last: string | null }>`
    select count(*) as total, max(position) as last from ${trailOf(document)} t`.execute(db);
  return { total: Number(rows[0]?.total ?? 0), last: rows[0]?.last ?? '0' };
}

/**
 * Those who did something to the document, and its approvers, by name; null where they are too many for a list. Who signed training is
 * known from the records: of a document that thousands train on, few events have to be opened.
 */
async function readActors(db: Kysely<Database>, document: string): Promise<{ uid: string; name: string }[] | null> {
  const { rows } = await sql<{ uid: string; name: string }>`
    select u.uid, u.full_name as name from read.user_account u
    where u.uid in (
      select (e.canonical::jsonb #>> '{actor,uid}')::uuid
      from (
        select position from read.audit_entry where kind = 'document' and subject = ${document}
        union select assigned_position from read.training_record where document_uid = ${document}
        union select cancelled_position from read.training_record
          where document_uid = ${document} and cancelled_position is not null
      ) t join ledger.event e on e.position = t.position
      union select user_uid from read.training_record
        where document_uid = ${document} and completed_position is not null
      union select user_uid from read.approval where document_uid = ${document}
    )
    order by u.full_name_folded, u.uid limit ${mostToChooseFrom + 1}`.execute(db);
  return rows.length > mostToChooseFrom ? null : rows;
}

const kindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]];

/** A document's audit trail: what it is about, how many events, and the places in the ledger of one page of them, newest first. */
export const getTrail = query({
  name: 'audit.document',
  input: z.object({
    document: z.string().toLowerCase(),
    kind: z.enum(kindNames).nullable().catch(null),
    /** The uid of a person, or a part of a name; what the person did and what concerns the person. */
    who: z.string().trim().max(200).nullable().catch(null),
    page: pageNumber,
  }),
  permission: 'audit.view',
  async run({ document: given, kind, who, page }, { db, folded }) {
    if (!uid.safeParse(given).success) return refuse('not_found');
    const found = await folded('trail', [given, kind, who, page], () => readTrail(db, { given, kind, who, page }));
    return found ? ok(found) : refuse('not_found');
  },
});

interface Asked {
  given: string;
  kind: EventKind | null;
  who: string | null;
  page: number;
}

async function readTrail(db: Kysely<Database>, { given, kind, who, page }: Asked) {
  const ofKind = kind ? sql`and e.type = any(${typesOf(kind)})` : sql``;
  const person = who
    ? sql`and t.position in (select position from read.audit where kind = 'user' and subject ${
        uid.safeParse(who).success
          ? sql`= ${who}`
          : sql`in (select uid from read.user_account where strpos(full_name_folded, read.folded(${who})) > 0)`
      })`
    : sql``;
  const opened = kind ? sql`join ledger.event e on e.position = t.position` : sql``;
  const matching = sql`from ${trailOf(given)} t ${opened} where true ${ofKind} ${person}`;
  const positionsAt = async (at: number) => {
    const { rows } = await sql<{ position: string }>`
      select t.position ${matching} order by t.position desc limit ${pageSize} offset ${(at - 1) * pageSize}`.execute(
      db,
    );
    return rows.map(({ position }) => position);
  };
  const [document, counts, counted, asked, people] = await Promise.all([
    readTrailDocument(db, given),
    countTrail(db, given),
    kind || who ? sql<{ total: string }>`select count(*) as total ${matching}`.execute(db) : null,
    positionsAt(page),
    readActors(db, given),
  ]);
  if (!document) return null;
  const found = counted ? Number(counted.rows[0]?.total ?? 0) : counts.total;
  const at = pageWithin(page, found);
  return {
    document,
    ...counts,
    matching: found,
    page: at,
    positions: at === page ? asked : await positionsAt(at),
    people,
  };
}

/** The whole trail of a document: every place in the ledger, oldest first. `position` alone where only one is asked for. */
export const getWholeTrail = query({
  name: 'audit.document_whole',
  input: z.object({ document: z.string().toLowerCase(), position: z.string().nullable().default(null) }),
  permission: 'audit.view',
  async run({ document: given, position }, { db }) {
    const document = uid.safeParse(given).success ? await readTrailDocument(db, given) : null;
    if (!document || (position !== null && !/^[1-9]\d{0,17}$/.test(position))) return refuse('not_found');
    const only = position === null ? sql`` : sql`where position = ${position}`;
    const { rows } = await sql<{ position: string }>`
      select position from ${trailOf(document.uid)} t ${only} order by position`.execute(db);
    if (rows.length === 0) return refuse('not_found');
    return ok({ document, positions: rows.map((row) => row.position), ...(await countTrail(db, document.uid)) });
  },
});
