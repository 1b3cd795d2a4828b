import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ReadTable } from './tables.ts';

/** The columns of each read model that are written, in the table's order: without `org_id` and the computed ones. */
export type WrittenColumns = ReadonlyMap<ReadTable, readonly string[]>;

export async function writtenColumns(client: ClientBase): Promise<WrittenColumns> {
  const { rows } = await client.query<{ name: ReadTable; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = to_regnamespace('read') and c.relkind = 'r' and a.attnum > 0 and a.attname <> 'org_id'
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
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return special.test(text) ? text.replace(/[\\\b\f\n\r\t\v]/g, (found) => escapes[found]!) : text;
}

/** About so many bytes go to PostgreSQL in one COPY. */
const chunkLength = 1 << 19;
/** So many chunks may wait for PostgreSQL before the caller has to. */
const chunksAhead = 8;

interface Chunk {
  readonly columns: readonly string[];
  bytes: Buffer;
  length: number;
}
const emptyChunk = (): Buffer => Buffer.allocUnsafe(chunkLength);

/**
 * Rows of one organisation on their way into the tables of `schema` by COPY, while the caller makes the next ones. The connection
 * serves nothing else until `finish`.
 */
export class Loader {
  readonly #tables = new Map<ReadTable, Chunk>();
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(
    private readonly client: ClientBase,
    private readonly schema: string,
    columns: WrittenColumns,
    private readonly org: string,
  ) {
    for (const [name, written] of columns) this.#tables.set(name, { columns: written, bytes: emptyChunk(), length: 0 });
  }

  add(table: ReadTable, row: Record<string, unknown>): void {
    const to = this.#tables.get(table)!;
    let line = this.org;
    for (const column of to.columns) line += `\t${field(row[column])}`;
    // A UTF-16 unit takes at most three bytes, and the line break one.
    const room = line.length * 3 + 1;
    if (to.length + room > to.bytes.length) {
      this.#send(table);
      if (room > to.bytes.length) to.bytes = Buffer.allocUnsafe(room);
    }
    to.length += to.bytes.write(`${line}\n`, to.length);
  }

  /** PostgreSQL has more than enough to do: wait for `caughtUp` before adding more. */
  get ahead(): boolean {
    return this.#waiting > chunksAhead;
  }

  /** Waits for what was sent. Throws what a COPY failed with. */
  async caughtUp(): Promise<void> {
    await this.#queue;
  }

  /** Waits until every row is in its table. */
  async finish(): Promise<void> {
    for (const table of this.#tables.keys()) this.#send(table);
    await this.#queue;
  }

  #send(table: ReadTable): void {
    const to = this.#tables.get(table)!;
    const lines = to.bytes.subarray(0, to.length);
    if (lines.length === 0) return;
    to.bytes = emptyChunk();
    to.length = 0;
    this.#waiting++;
    this.#queue = this.#queue.then(() => this.#copy(table, to.columns, lines)).finally(() => this.#waiting--);
    // Told by `caughtUp` or `finish`, one of which every caller awaits.
    this.#queue.catch(() => undefined);
  }

  async #copy(table: ReadTable, columns: readonly string[], lines: Buffer): Promise<void> {
    const names = ['org_id', ...columns].map((name) => `"${name}"`).join(', ');
    const stream = this.client.query(copyFrom(`copy "${this.schema}"."${table}" (${names}) from stdin`));
    stream.end(lines);
    await finished(stream);
  }
}
