import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import type { ReadTable } from './tables.ts';

/** The columns of each read model that are written, in the table's order; the computed ones are left out. */
export type WrittenColumns = ReadonlyMap<ReadTable, readonly string[]>;

export async function writtenColumns(client: ClientBase): Promise<WrittenColumns> {
  const { rows } = await client.query<{ name: ReadTable; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = to_regnamespace('read') and c.relkind = 'r' and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     group by c.relname`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

const special = /[\\\b\f\n\r\t\v]/;
const escapes: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** One value in COPY's text format. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return special.test(text) ? text.replace(/[\\\b\f\n\r\t\v]/g, (found) => escapes[found]!) : text;
}

/** About this many characters go to PostgreSQL at a time. */
const chunkLength = 1 << 18;

/** Rows of one organisation on their way into `schema.table` by COPY. The connection serves nothing else until `end`. */
export class Load {
  readonly #stream: CopyStreamQuery;
  readonly #columns: readonly string[];
  readonly #done: Promise<void>;
  #text = '';
  count = 0;

  constructor(
    client: ClientBase,
    schema: string,
    table: ReadTable,
    columns: WrittenColumns,
    private readonly org: string,
  ) {
    this.#columns = columns.get(table)!.filter((column) => column !== 'org_id');
    const names = ['org_id', ...this.#columns].map((name) => `"${name}"`).join(', ');
    this.#stream = client.query(copyFrom(`copy "${schema}"."${table}" (${names}) from stdin`));
    this.#done = finished(this.#stream);
    // Told by `flush` and `end`, which everyone awaits.
    this.#done.catch(() => undefined);
  }

  add(row: Record<string, unknown>): void {
    let line = this.org;
    for (const column of this.#columns) line += `\t${field(row[column])}`;
    this.#text += `${line}\n`;
    this.count++;
  }

  get full(): boolean {
    return this.#text.length >= chunkLength;
  }

  /** Sends what has gathered; waits while PostgreSQL has enough to do. */
  async flush(): Promise<void> {
    const chunk = this.#text;
    this.#text = '';
    if (chunk.length > 0 && !this.#stream.write(chunk)) await Promise.race([once(this.#stream, 'drain'), this.#done]);
  }

  async end(): Promise<void> {
    await this.flush();
    this.#stream.end();
    await this.#done;
  }
}
