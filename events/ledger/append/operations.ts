import { randomBytes } from 'node:crypto';
import { type ReadTable, type ReadTables, recordText, requireColumns } from '#events/ledger/read-tables.ts';
import type { ProjectionOp, Reactions, Row } from '#events/ledger/types.ts';

/** Stands between two rows. */
export const rowToken = `\n${randomBytes(8).toString('base64url')}\n`;

/** One operation of a projection, as the text that travels. */
export interface PreparedOp {
  event: number;
  table: string;
  kind: ProjectionOp['op'];
  /** The row it touches: two operations on one row run one after the other. */
  row: string;
  text: string;
}

/** An operation and its event's place in the flight, from 1. */
export interface PlacedOp {
  op: PreparedOp;
  event: number;
}

/** PostgreSQL's text of an array of numbers or plain names. */
export const list = (items: readonly (number | string | null)[]): string =>
  `{${items.map((item) => item ?? 'NULL').join(',')}}`;

const rank = { remove: 0, patch: 1, put: 2 } as const;

/** Throws TypeError on a table, a column or a key that is none. */
export const prepareOp = (
  org: string,
  event: number,
  op: ProjectionOp,
  reactions: Reactions,
  columns: ReadTables,
): PreparedOp => {
  const key = reactions.tables.find((table) => table.name === op.table)?.key;
  const known = columns.get(op.table);
  if (!key || !known) throw new TypeError(`There is no read model ${op.table}.`);
  const named: Row = op.op === 'put' ? op.row : op.key;
  let row = `${op.table}\n${org}`;
  for (const column of key) {
    const value = named[column];
    if (value === undefined || value === null)
      throw new TypeError(`${op.op} ${op.table} lacks the key column ${column}.`);
    row += typeof value === 'string' ? `\n${value}` : `\n${JSON.stringify(value)}`;
  }
  return { event, table: op.table, kind: op.op, row, text: textOf(org, op, known) };
};

const textOf = (org: string, op: ProjectionOp, known: ReadTable): string => {
  switch (op.op) {
    case 'put':
      return recordText(op.table, org, op.row, known);
    case 'patch': {
      if (op.when) requireColumns(op.table, op.when, known);
      const changed = { ...op.changes, ...op.key, org_id: org };
      requireColumns(op.table, changed, known);
      return `{"c":${JSON.stringify(changed)},"w":${op.when ? JSON.stringify(op.when) : 'null'}}`;
    }
    case 'remove':
      return JSON.stringify({ ...op.key, org_id: org });
  }
};

/**
 * The parameters that say which statements run: tables, kinds, where each one's rows end, each row's event, and the rows. Operations on
 * one row run in waves; in each wave removals come before patches before puts, so that a name set free can be taken again.
 */
export const arrange = (ops: readonly PlacedOp[]): [string, string, string, string, string] => {
  const [first] = ops;
  if (!first) return ['{}', '{}', '{}', '{}', ''];
  if (ops.length === 1) return [`{${first.op.table}}`, `{${first.op.kind}}`, '{1}', `{${first.event}}`, first.op.text];
  const waves = new Map<string, number>();
  const groups = new Map<string, { op: PreparedOp; wave: number; its: PlacedOp[] }>();
  for (const placed of ops) {
    const { op } = placed;
    const wave = waves.get(op.row) ?? 0;
    waves.set(op.row, wave + 1);
    const name = `${wave} ${op.kind} ${op.table}`;
    const group = groups.get(name);
    if (group) group.its.push(placed);
    else groups.set(name, { op, wave, its: [placed] });
  }
  const ordered = [...groups.values()].sort(
    (x, y) => x.wave - y.wave || rank[x.op.kind] - rank[y.op.kind] || (x.op.table < y.op.table ? -1 : 1),
  );
  const inOrder = ordered.flatMap(({ its }) => its);
  let end = 0;
  return [
    list(ordered.map(({ op }) => op.table)),
    list(ordered.map(({ op }) => op.kind)),
    list(ordered.map(({ its }) => (end += its.length))),
    list(inOrder.map(({ event }) => event)),
    inOrder.map(({ op }) => op.text).join(rowToken),
  ];
};
