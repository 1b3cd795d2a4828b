import type { ClientBase } from 'pg';
import { copyIn } from '#events/ledger/copy.ts';
import { list } from './compare.ts';
import type { ReadTable } from '../table-keys.ts';

/** The columns of each read model that are written: without `org_id` and the computed ones. */
export type WrittenColumns = ReadonlyMap<ReadTable, readonly WrittenColumn[]>;

export interface WrittenColumn {
  readonly name: string;
  readonly isJson: boolean;
}

export async function writtenColumns(client: ClientBase): Promise<WrittenColumns> {
  const { rows } = await client.query<{ name: ReadTable; columns: WrittenColumn[] }>(
    `select c.relname as name,
            json_agg(json_build_object('name', a.attname, 'isJson', a.atttypid = 'jsonb'::regtype)
                     order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = to_regnamespace('read') and c.relkind = 'r' and a.attnum > 0 and a.attname <> 'org_id'
       and not a.attisdropped and a.attgenerated = ''
     group by c.relname`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** About so many characters go to PostgreSQL in one COPY. */
const chunkLength = 1 << 20;

/**
 * Rows of one organisation on their way into the tables of `schema` by COPY. While PostgreSQL takes one chunk, the
 * caller makes the next one. The connection serves nothing else until `finish`.
 */
export class Loader {
  readonly #lines = new Map<ReadTable, string>();
  #copying: Promise<void> = Promise.resolve();
  #full: ReadTable | undefined;

  constructor(
    private readonly client: ClientBase,
    private readonly schema: string,
    private readonly columns: WrittenColumns,
    private readonly org: string,
  ) {}

  add(table: ReadTable, row: Record<string, unknown>): void {
    let line = this.org;
    for (const { name, isJson } of this.columns.get(table)!) line += `\t${copyText(row[name], isJson)}`;
    const lines = `${this.#lines.get(table) ?? ''}${line}\n`;
    this.#lines.set(table, lines);
    if (lines.length >= chunkLength) this.#full = table;
  }

  /** A chunk is full: call `send` before more rows are added. */
  get isFull(): boolean {
    return this.#full !== undefined;
  }

  /** Begins to send the full chunk, once the one before it has arrived. Throws what a COPY failed with. */
  async send(): Promise<void> {
    if (this.#full) await this.#copy(this.#full);
    this.#full = undefined;
  }

  /** Sends the rest, and waits until every row has arrived. */
  async finish(): Promise<void> {
    for (const table of this.#lines.keys()) await this.#copy(table);
    this.#lines.clear();
    await this.#copying;
  }

  async #copy(table: ReadTable): Promise<void> {
    await this.#copying;
    const names = list(['org_id', ...this.columns.get(table)!.map(({ name }) => name)]);
    const text = this.#lines.get(table)!;
    this.#lines.set(table, '');
    this.#copying = copyIn(this.client, `"${this.schema}"."${table}" (${names})`, text);
    // The failure is thrown where the next chunk or the end waits for this one.
    this.#copying.catch(() => undefined);
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value as a field of PostgreSQL's text COPY. */
const copyText = (value: unknown, isJson: boolean): string => {
  if (value === null || value === undefined) return '\\N';
  const text = isJson || typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character]!) : text;
};
