import { strToU8, zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import compareWorkingFiles from '#app/comparison/engine/tasks/compare-working-files.ts';
import type { WorkingComparison, WorkingFormat } from '#app/comparison/engine/working/working.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import { lendFile } from '#app/adapters/workers/lent-file.ts';

/** A text with a heading, a paragraph, and a table of two columns. */
interface Text {
  heading: string;
  text: string;
  rows: string[][];
  /** Removed with tracked changes. */
  deleted?: string;
  page?: number;
}

const word = ({ heading, text, rows, deleted = '', page = 1 }: Text): Buffer => {
  const paragraph = (words: string, style = '') =>
    `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;
  const cell = (words: string) => `<w:tc>${paragraph(words)}</w:tc>`;
  const table = rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('');
  const gone = `<w:p><w:del><w:r><w:delText>${deleted}</w:delText></w:r></w:del></w:p>`;
  const parts = {
    'word/document.xml': `<w:document><w:body>${paragraph(heading, 'berschrift1')}${paragraph(text)}${gone}<w:tbl>${table}</w:tbl></w:body></w:document>`,
    'word/styles.xml': '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
    'word/footer1.xml':
      '<w:ftr><w:p><w:r><w:t>Page </w:t></w:r><w:fldSimple w:instr=" PAGE ' +
      `"><w:r><w:t>${page}</w:t></w:r></w:fldSimple></w:p></w:ftr>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))));
};

const openXml = ({ heading, text, rows, deleted = '' }: Text): string => {
  const cell = (words: string) => `<table:table-cell><text:p>${words}</text:p></table:table-cell>`;
  const table = rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('');
  return (
    `<?xml version="1.0"?><office:document><office:body><office:text>` +
    `<text:tracked-changes><text:p>${deleted}</text:p></text:tracked-changes><text:h>${heading}</text:h>` +
    `<text:p>${text}</text:p><table:table>${table}</table:table></office:text></office:body></office:document>`
  );
};

const makers: Record<WorkingFormat, (text: Text) => Buffer> = {
  word,
  'open-document': (text) => Buffer.from(zipSync({ 'content.xml': strToU8(openXml(text)) })),
  'flat-open-document': (text) => Buffer.from(openXml(text)),
};

const compare = (older: Buffer, newer: Buffer, format: WorkingFormat): Promise<WorkingComparison | null> =>
  lendFile(bytesAccess(older), (from) =>
    lendFile(bytesAccess(newer), (to) =>
      compareWorkingFiles({
        from: { file: from, sha256: sha256(older), format },
        to: { file: to, sha256: sha256(newer), format },
      }),
    ),
  );

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const text: Text = {
  heading: '4 Limits',
  text: 'The pressure &lt; 5 bar is read before each shift by the operator on duty.',
  rows: [
    ['Reading', 'Limit'],
    ['Pressure', '5 bar'],
    ['Temperature', '20 °C'],
  ],
};

it.each(Object.entries(makers))('compares words and cells of working files: %s [ISO13485-424c]', async (name, make) => {
  const format = name as WorkingFormat;
  const changed = {
    ...text,
    text: text.text.replace('operator', 'supervisor'),
    rows: [...text.rows.slice(0, 2), ['Temperature', '22 °C']],
    deleted: 'Words that somebody removed.',
    page: 7,
  };
  const found = await compare(make(text), make(changed), format);
  expect(found?.passages.map(({ place, cell, parts }) => ({ place, cell, parts }))).toEqual([
    { place: '4 Limits', cell: null, parts: [part('removed', 'operator'), part('added', 'supervisor')] },
    {
      place: '4 Limits',
      cell: { row: 'Temperature', column: 'Limit' },
      parts: [part('removed', '20'), part('added', '22')],
    },
  ]);
  expect(found?.counts).toEqual({ wordsAdded: 2, wordsRemoved: 2, wordsMoved: 0 });
  expect((await compare(make(text), make({ ...text, page: 9 }), format))?.passages).toEqual([]);
  expect(await compare(make(text), Buffer.from('PK no file'), format)).toBeNull();
});

const part = (kind: string, words: string) => ({ kind, text: words });
