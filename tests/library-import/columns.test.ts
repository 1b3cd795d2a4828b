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
    const { rows, absent } = readPack(sheets, { documents: { key: 'Dok-Nr.', area: '', number: 'Nummer' } });
    expect(rows.documents[0]!.cells).toMatchObject({ key: 'VA-1', title: 'Wägen', type: 'SOP', area: '', number: '' });
    expect(absent.documents).toContain('number');
    expect(absent.documents).toContain('owner');
    expect(absent.documents).not.toContain('key');
  });
});
