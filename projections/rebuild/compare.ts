import type { ClientBase } from 'pg';
import { keys, type ReadTable } from '../table-keys.ts';

/** How a row of the read model stands to the rebuilt one. */
export interface Difference {
  table: ReadTable;
  /** The primary key without the organisation. */
  key: Record<string, string>;
  /** Seen from the rebuilt rows: missing in the read model, extra there, or changed. */
  kind: 'missing' | 'extra' | 'changed';
  /** The columns that differ, where it is changed. */
  columns: string[];
}

/** A table's content in an organisation: the row count and the sum of 64-bit row hashes, in any order. */
export interface Digest {
  rows: string;
  hash: string;
}

export const list = (names: readonly string[], prefix = ''): string =>
  names.map((name) => `${prefix}"${name}"`).join(', ');

export async function digest(client: ClientBase, schema: string, table: ReadTable, org: string): Promise<Digest> {
  const { rows } = await client.query<Digest>(
    `select count(*)::text as rows, 
            mod(coalesce(sum(hash_record_extended(t, 0)), 0), 18446744073709551616)::text as hash
     from "${schema}"."${table}" t where org_id = $1`,
    [org],
  );
  return rows[0]!;
}

/** The rows in which `read.<table>` and the rebuilt one differ, as a query; its parameter $1 is the organisation. */
const differing = (rebuilt: string, table: ReadTable, columns: string): string =>
  `select ${columns}
   from (select * from read."${table}" where org_id = $1) l
   full join (select * from "${rebuilt}"."${table}" where org_id = $1) r using (${list(keys[table])})
   where l is distinct from r`;

/** The first differences by key, and how many there are in all. */
export async function differences(
  client: ClientBase,
  rebuilt: string,
  table: ReadTable,
  org: string,
  limit: number,
): Promise<{ count: number; first: Difference[] }> {
  const key = list(keys[table]);
  const columns =
    `${key}, to_jsonb(l) as live, to_jsonb(r) as rebuilt, ` +
    `l.org_id is null as missing, r.org_id is null as extra, count(*) over () as count`;
  const { rows } = await client.query<Record<string, unknown>>(
    `${differing(rebuilt, table, columns)} order by ${key} limit ${limit}`,
    [org],
  );
  const first = rows.map((row): Difference => {
    const kind = row.missing === true ? 'missing' : row.extra === true ? 'extra' : 'changed';
    const [live, built] = [row.live, row.rebuilt] as Record<string, unknown>[];
    const columns =
      kind === 'changed'
        ? Object.keys(live!).filter((name) => JSON.stringify(live![name]) !== JSON.stringify(built![name]))
        : [];
    return { table, key: Object.fromEntries(keys[table].map((name) => [name, String(row[name])])), kind, columns };
  });
  return { count: Number(rows[0]?.count ?? 0), first };
}
