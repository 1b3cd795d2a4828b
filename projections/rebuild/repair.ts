import type { ClientBase } from 'pg';
import { quotedOrg } from '#events/ledger/copy.ts';
import { digest, list } from './compare.ts';
import type { Values } from '../fold.ts';
import type { WrittenColumns } from './load.ts';
import { keys, type ReadTable } from '../table-keys.ts';

const using = (table: ReadTable): string => `using (${list(keys[table])})`;
const matching = (table: ReadTable, left: string, right: string): string =>
  keys[table].map((name) => `${left}."${name}" = ${right}."${name}"`).join(' and ');
const rowsOf = (schema: string, table: ReadTable, org: string): string =>
  `(select * from "${schema}"."${table}" where org_id = ${quotedOrg(org)})`;

/**
 * Repairs the rows of one organisation: finds suspects beside running appends, then corrects them under its lock. The
 * rebuilt rows are in temporary tables of the connection.
 */
export class Repair {
  /** The tables with suspected rows, whose keys are in the temporary table `suspect_<table>`. */
  readonly #suspects = new Set<ReadTable>();

  constructor(
    private readonly target: ClientBase,
    private readonly org: string,
  ) {}

  /** Suspects the rows that differ now; rows that appends change meanwhile are sorted out later. */
  async suspectDiffering(table: ReadTable): Promise<void> {
    await this.target.query(
      `create unique index "rebuilt_${table}" on pg_temp."${table}" (${list(['org_id', ...keys[table]])})`,
    );
    const live = await digest(this.target, 'read', table, this.org);
    const rebuilt = await digest(this.target, 'pg_temp', table, this.org);
    if (live.rows === rebuilt.rows && live.hash === rebuilt.hash) return;
    await this.target.query(
      `create temporary table "suspect_${table}" as
       select ${list(keys[table])} from ${rowsOf('read', table, this.org)} l
       full join ${rowsOf('pg_temp', table, this.org)} r ${using(table)} where l is distinct from r`,
    );
    this.#suspects.add(table);
  }

  /** Suspects these rows too. */
  async suspect(table: ReadTable, rows: readonly Values[]): Promise<void> {
    const named = `select ${list(keys[table])} from json_populate_recordset(null::read."${table}",`;
    if (!this.#suspects.has(table))
      await this.target.query(`create temporary table "suspect_${table}" as ${named} '[]')`);
    await this.target.query(`insert into "suspect_${table}" ${named} $1)`, [JSON.stringify(rows)]);
    this.#suspects.add(table);
  }

  /** Inside a transaction that holds the organisation: corrects the suspects that are wrong. */
  async correct(columns: WrittenColumns): Promise<{ written: number; removed: number }> {
    for (const table of this.#suspects) await this.#findWrong(table);
    let [written, removed] = [0, 0];
    // Every removal first, so that what is unique is free before it is taken.
    for (const table of this.#suspects) removed += await this.#remove(table);
    for (const table of this.#suspects) written += await this.#write(table, columns);
    return { written, removed };
  }

  async #findWrong(table: ReadTable): Promise<void> {
    // Without statistics of what was just filled, the planner would read a whole table for each suspect.
    await this.target.query(`analyze "suspect_${table}"`);
    await this.target.query(
      `create temporary table "wrong_${table}" on commit drop as
       select ${list(keys[table])}, l.org_id is not null as live, r.org_id is not null as rebuilt
       from (select distinct ${list(keys[table])} from "suspect_${table}") s
       left join ${rowsOf('read', table, this.org)} l ${using(table)}
       left join ${rowsOf('pg_temp', table, this.org)} r ${using(table)}
       where l is distinct from r`,
    );
    await this.target.query(`analyze "wrong_${table}"`);
  }

  async #remove(table: ReadTable): Promise<number> {
    const { rowCount } = await this.target.query(
      `delete from read."${table}" l using "wrong_${table}" w
       where w.live and l.org_id = ${quotedOrg(this.org)} and ${matching(table, 'l', 'w')}`,
    );
    return rowCount ?? 0;
  }

  async #write(table: ReadTable, columns: WrittenColumns): Promise<number> {
    const names = ['org_id', ...columns.get(table)!.map((column) => column.name)];
    const { rowCount } = await this.target.query(
      `insert into read."${table}" (${list(names)})
       select ${list(names, 'r.')} from "wrong_${table}" w join pg_temp."${table}" r on ${matching(table, 'r', 'w')}
       where w.rebuilt and r.org_id = ${quotedOrg(this.org)}`,
    );
    return rowCount ?? 0;
  }
}
