import { describe, expect, it } from 'vitest';
import { readPack } from '#app/library-import/source-pack/read-pack.ts';
import type { PackTable } from '#app/library-import/source-pack/columns.ts';
import type { Sheet } from '#app/adapters/spreadsheet/sheet.ts';

const sheet = (...rows: string[][]): Sheet => ({
  ok: true,
  rows: rows.map((cells, at) => ({ number: at + 1, cells, formulas: [] })),
});

describe('the columns of a source', () => {
  const sheets = new Map<PackTable, Sheet>([
    ['documents', sheet(['Dok-Nr.', 'TITLE', 'Type'], ['VA-1', 'Wägen', 'SOP'])],
  ]);

  it('are found by their heads, or by those that were chosen for them', () => {
    const { rows, problems } = readPack(sheets, { documents: { key: 'Dok-Nr.', area: '', number: 'Nummer' } });
    expect(rows.documents[0]!.cells).toMatchObject({ key: 'VA-1', title: 'Wägen', type: 'SOP', area: '', number: '' });
    const missing = problems.flatMap(({ kind, table, column }) =>
      kind === 'column_missing' && table === 'documents' ? [column] : [],
    );
    expect(missing).toContain('number');
    expect(missing).toContain('owner');
    expect(missing).not.toContain('key');
    // It was said that the source has none.
    expect(missing).not.toContain('area');
  });
});
