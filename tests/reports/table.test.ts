import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Report } from '#app/reports/pdf/report.ts';
import { drawTable } from '#app/reports/pdf/table.ts';
import { readPdf } from '#tests/reports/pdf-text.ts';

test('a table repeats its head on each page and keeps every row', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => [`SOP - QA - ${n}`, `Document number ${n} 手順`, `${n}.0`]);
  const report = await Report.begin({
    title: 'Table of contents',
    organisation: 'Northmere Diagnostics',
    madeBy: 'Elena Marchetti',
    madeAt: '2026-03-12T14:05:00.000Z',
    landscape: true,
    texts: ['手順'],
  });
  report.masthead('Northmere Diagnostics', '');
  await drawTable(
    report,
    [
      { head: 'Document number', share: 2 },
      { head: 'Title', share: 5 },
      { head: 'Version', share: 1, align: 'end' },
    ],
    rows,
  );
  report.paragraph('150 documents.');
  const { pages, all } = await readPdf(await buffer(report.end()));
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).toContain('Document number Title Version');
  for (let n = 0; n < 150; n++) expect(all).toContain(`Document number ${n} 手順`);
  expect(all).toContain('150 documents.');
});
