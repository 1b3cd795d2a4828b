import { setImmediate } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { copyIn } from '#events/ledger/copy.ts';
import { BinaryChunk, type WrittenColumn } from './binary.ts';
import { list } from './compare.ts';
import type { ReadTable } from './tables.ts';

/** The columns of each read model that are written, in the table's order: without `org_id` and the computed ones. */
export type WrittenColumns = ReadonlyMap<ReadTable, readonly WrittenColumn[]>;

export async function writtenColumns(client: ClientBase): Promise<WrittenColumns> {
  const { rows } = await client.query<{ name: ReadTable; columns: WrittenColumn[] }>(
    `select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = to_regnamespace('read') and c.relkind = 'r' and a.attnum > 0 and a.attname <> 'org_id'
       and not a.attisdropped and a.attgenerated = ''
     group by c.relname`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** So many chunks may wait for PostgreSQL before the caller has to. */
const chunksAhead = 4;

/**
 * Rows of one organisation on their way into the tables of `schema` by COPY, while the caller makes the next ones. The connection
 * serves nothing else until `finish`.
 */
export class Loader {
  readonly #tables = new Map<ReadTable, { chunk: BinaryChunk; target: string }>();
  #queue: Promise<void> = Promise.resolve();
  #roomy: () => void = () => undefined;
  #waiting = 0;
  #sent = false;

  constructor(
    private readonly client: ClientBase,
    schema: string,
    columns: WrittenColumns,
    org: string,
  ) {
    for (const [name, written] of columns)
      this.#tables.set(name, {
        chunk: new BinaryChunk(org, written),
        target: `"${schema}"."${name}" (${list(['org_id', ...written.map((column) => column.name)])})`,
      });
  }

  /** Throws TypeError where a value is none of its column's type. */
  add(table: ReadTable, row: Record<string, unknown>): void {
    const { chunk } = this.#tables.get(table)!;
    chunk.add(row);
    if (!chunk.full) return;
    this.#send(table);
    this.#sent = true;
  }

  /** Something is to be sent, or PostgreSQL has more than enough to do: wait for `caughtUp` before adding more. */
  get ahead(): boolean {
    return this.#sent || this.#full;
  }

  /** Lets what was added leave, and waits until PostgreSQL has less to do. */
  async caughtUp(): Promise<void> {
    this.#sent = false;
    await setImmediate();
    while (this.#full) await new Promise<void>((roomy) => (this.#roomy = roomy));
  }

  get #full(): boolean {
    return this.#waiting > chunksAhead;
  }

  /** Waits until every row that was added to the table is in it. Throws what a COPY failed with. */
  async finish(table: ReadTable): Promise<void> {
    this.#send(table);
    await this.#queue;
  }

  #send(table: ReadTable): void {
    const { chunk, target } = this.#tables.get(table)!;
    const rows = chunk.take();
    if (!rows) return;
    this.#waiting++;
    this.#queue = this.#queue.then(() => copyIn(this.client, target, rows)).finally(() => this.#landed());
    // Told by `finish`, which every caller awaits.
    this.#queue.catch(() => undefined);
  }

  #landed(): void {
    this.#waiting--;
    if (!this.#full) this.#roomy();
  }
}
