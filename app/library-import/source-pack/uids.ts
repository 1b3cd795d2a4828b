import { createHash } from 'node:crypto';

/** The uid of something of an import, always the same: what runs again finds what it made (UUID version 8). */
export function uidOf(importUid: string, ...of: string[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([importUid, ...of]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The sample: at least 5 % of the rows and 30 of them. The order is that of hashes of the ledger's root and the row, so
 * that nobody chose it and everybody can draw it again.
 */
export function drawSample(root: string, rows: readonly string[]): string[] {
  const rank = (row: string): string => createHash('sha256').update(`${root} ${row}`).digest('hex');
  const size = Math.max(30, Math.ceil(rows.length / 20));
  return rows
    .map((row) => ({ row, rank: rank(row) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ row }) => row);
}
