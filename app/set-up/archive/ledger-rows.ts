import { sql } from 'kysely';
import type { Ports } from '#app/kit/ports.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { carriedTables, chunkSize, type CarriedTable, type CheckpointLine } from '#app/set-up/archive/format.ts';

export interface EventRow {
  position: string;
  canonical: string;
  leaf: Buffer;
  command_last: string | null;
  command_answer: string | null;
}

type Reading = Pick<Ports, 'database'>;

/** A chunk of events after a position, in a transaction of its own: a long one would slow the appends down. */
export const readEvents = async (
  { database }: Reading,
  org: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<EventRow[]> => {
  const { rows } = await database.read(org, (db) =>
    sql<EventRow>`
      select e.position, e.canonical, e.leaf, e.command_last, e.command_answer from ${ownRows('ledger.event')} e
      where e.position > ${after} and e.position <= ${upTo} order by e.position limit ${chunkSize}`.execute(db),
  );
  return rows;
};

/** A chunk of signed checkpoints after a size, as an archive has them. */
export const readCheckpoints = async (
  { database }: Reading,
  org: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<CheckpointLine[]> => {
  const { rows } = await database.read(org, (db) =>
    sql<CheckpointLine & { size: string }>`
      select c.size, c.number, encode(c.root, 'base64') as root, c.note,
             to_char(c.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "signedAt"
      from ${ownRows('ledger.checkpoint')} c
      where c.size > ${after} and c.size <= ${upTo} order by c.size limit ${chunkSize}`.execute(db),
  );
  return rows.map(({ size, number, root, signedAt, note }) => ({ size: Number(size), number, root, signedAt, note }));
};

/** A chunk of the rows of a carried table after a row, without the organisation, by their key. */
export const readCarried = async (
  { database }: Reading,
  org: string,
  table: CarriedTable,
  after: object | null,
): Promise<object[]> => {
  const name = sql.table(`app.${table}`);
  const key = sql.join(carriedTables[table].map((column) => sql.ref(`t.${column}`)));
  const last = sql.join(carriedTables[table].map((column) => sql.ref(`l.${column}`)));
  const later = after
    ? sql`where (${key}) > (select ${last} from jsonb_populate_record(null::${name}, ${JSON.stringify(after)}) l)`
    : sql``;
  const { rows } = await database.read(org, (db) =>
    sql<{ row: object }>`
      select to_jsonb(t) - 'org_id' as row from ${ownRows(`app.${table}`)} t ${later}
      order by ${key} limit ${chunkSize}`.execute(db),
  );
  return rows.map(({ row }) => row);
};
