import type pg from 'pg';
import type { Json, Row } from './types.ts';

interface Column {
  /** Which of the record's fields, from 0. */
  at: number;
  kind: 'plain' | 'json' | 'array';
  /** It has a default other than null. */
  defaulted: boolean;
}

/** A read model's table as the database has it. Columns that the database computes are counted, but cannot be written. */
export interface ReadTable {
  columns: ReadonlyMap<string, Column>;
  width: number;
}
export type ReadTables = ReadonlyMap<string, ReadTable>;

/** The tables of schema `read`, by name. */
export const readTables = async (pool: pg.Pool): Promise<ReadTables> => {
  const { rows } = await pool.query<{ name: string; columns: (Column & { name: string; written: boolean })[] }>(
    `select c.relname as name,
            json_agg(json_build_object('name', a.attname, 'written', a.attgenerated = '', 'defaulted', a.atthasdef,
              'kind', case when t.typname in ('json', 'jsonb') then 'json' when t.typcategory = 'A' then 'array' else 'plain' end)
              order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = to_regnamespace('read') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     group by c.relname`,
  );
  return new Map(
    rows.map(({ name, columns }) => {
      const written = columns.flatMap(({ name: column, written: yes, kind, defaulted }, at) =>
        yes ? [[column, { at, kind, defaulted }] as const] : [],
      );
      return [name, { columns: new Map(written), width: columns.length }];
    }),
  );
};

const noColumn = (table: string, column: string) => new TypeError(`The read model ${table} has no column ${column}.`);

/** Throws TypeError where a member is no column that may be written. */
export const requireColumns = (table: string, row: Row, { columns }: ReadTable): void => {
  for (const name in row) if (!columns.has(name)) throw noColumn(table, name);
};

/** A whole row of an organisation as the text of a PostgreSQL record. What is null is left empty. Throws TypeError. */
export const recordText = (table: string, org: string, row: Row, { columns, width }: ReadTable): string => {
  const fields = Array<string>(width).fill('');
  for (const name in row) {
    const column = columns.get(name);
    if (!column) throw noColumn(table, name);
    const value = row[name]!;
    if (value !== null) fields[column.at] = quoted(fieldText(table, name, value, column.kind));
    else if (column.defaulted) throw new TypeError(`put ${table} sets ${name} to null, which means its default.`);
  }
  fields[columns.get('org_id')!.at] = org;
  return `(${fields.join(',')})`;
};

const fieldText = (table: string, name: string, value: Json, kind: Column['kind']): string => {
  if (kind === 'json') return JSON.stringify(value);
  if (kind === 'array' && Array.isArray(value)) return arrayText(value);
  if (typeof value === 'object') throw new TypeError(`The column ${name} of ${table} holds no object.`);
  return String(value);
};

const arrayText = (values: readonly Json[]): string => `{${values.map(elementText).join(',')}}`;

const elementText = (value: Json): string => {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return arrayText(value);
  if (typeof value === 'object') throw new TypeError('A list in a read model holds no objects.');
  return quoted(String(value));
};

const special = /["\\]/;

const quoted = (text: string): string => `"${special.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;
