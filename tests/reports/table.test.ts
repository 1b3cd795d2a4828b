import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { foot } from '#app/adapters/pdf/report/frame.ts';
import { Report } from '#app/adapters/pdf/report/report.ts';
import { drawTable, TableLayout } from '#app/adapters/pdf/report/table.ts';
import { documentsReport } from '#app/reports/definitions/documents-report.ts';
import { recordsReport } from '#app/reports/definitions/records-report.ts';
import { frame } from '#tests/reports/frame.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';

test('a table repeats its head on each page and keeps every row', async () => {
  const stream = await Report.stream(
    { signature: null, ...frame, foot: foot(frame), landscape: true, texts: ['手順'] },
    async (report) => {
      report.masthead('Northmere Diagnostics');
      await drawTable(
        report,
        [
          { head: 'Document number', share: 2 },
          { head: 'Title', share: 5 },
          { head: 'Version', share: 1, align: 'end' },
        ],
        Array.from({ length: 150 }, (_, n) => [`SOP - QA - ${n}`, `Document number ${n} 手順`, `${n}.0`]),
      );
      report.paragraph('150 documents.');
    },
  );
  const { pages, all } = await readPdf(await buffer(stream));
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).toContain('Document number Title Version');
  for (let n = 0; n < 150; n++) expect(all).toContain(`Document number ${n} 手順`);
  expect(all).toContain('150 documents.');
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain(
      'Made by Elena Marchetti as of event no. 18,977, 12 Mar 2026 14:05 UTC. Dates in Europe/Rome',
    );
  });
});

test('the filters appear at the foot of each page, even with a long organisation name', async () => {
  const organisation = `${'Northmere Diagnostics and Reference Laboratories '.repeat(3).slice(0, 115)} Ltd.`;
  const narrowed = { ...frame, organisation, filters: 'Department Quality Assurance. Functional area QA. Only gaps' };
  const stream = await Report.stream(
    { signature: null, ...narrowed, foot: foot(narrowed), texts: [] },
    async (report) => report.paragraph('One line.'),
  );
  const { pages } = await readPdf(await buffer(stream));
  expect(pages[0]).toContain('Ltd. Table of Contents. Department');
  expect(pages[0]).toContain('Functional area QA. Only gaps.');
  expect(pages[0]).toContain('Dates in Europe/Rome');
});

test('the requester and the ledger position appear at the foot of each page, even with long names', async () => {
  const name = (last: string) => `${'Maximilian Alexander Friedrich '.repeat(3).slice(0, 79)}x ${last}`;
  const named = {
    ...frame,
    organisation: `${'Northmere Diagnostics and Reference Laboratories '.repeat(3).slice(0, 115)} Ltd.`,
    title: `User Audit Log of ${name('Wilhelm von Hohenzollern-Sigmaringen zu Brandenburg-Ansbach und Bayreuth')}`,
    madeBy: name('Ferdinand von Hohenzollern-Sigmaringen zu Brandenburg-Ansbach und Bayreuth'),
    filters: 'Every event',
  };
  const stream = await Report.stream({ signature: null, ...named, foot: foot(named), texts: [] }, async (report) => {
    for (let line = 1; line <= 150; line++) report.paragraph(`Line ${line}.`);
  });
  const { pages } = await readPdf(await buffer(stream));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) {
    expect(page).toContain('Ansbach und Bayreuth. Every event.');
    expect(page).toContain('as of event no. 18,977, 12 Mar 2026 14:05 UTC. Dates in Europe/Rome');
  }
});

test('an English sentence is left to right, even when it starts with a right-to-left name', async () => {
  const text = 'נועה signed to approve version 1.0.';
  const stream = await Report.stream(
    { signature: null, ...frame, foot: foot(frame), texts: [text] },
    async (report) => {
      report.masthead('Evidence pack', 'נועה. Thirteen events.');
      const lines = new TableLayout(report, [{ head: 'What happened', share: 1, english: true }]).lines(text, 0);
      expect(lines.map(({ pieces }) => pieces.map((piece) => piece.text).join(''))).toEqual([text]);
    },
  );
  expect((await readPdf(await buffer(stream))).all).toMatch(/(נועה|העונ)\. Thirteen events\./);
});

test('an error while drawing destroys the stream', async () => {
  const stream = await Report.stream({ signature: null, ...frame, foot: foot(frame), texts: [] }, async (report) => {
    report.masthead('Northmere Diagnostics');
    throw new Error('the rows ended early');
  });
  await expect(buffer(stream)).rejects.toThrow('the rows ended early');
});

test('a table of contents names document types as the screens do', () => {
  const row = {
    uid: 'd',
    name: 'Calibration',
    type: 'Work_Instruction' as const,
    functionalArea: 'ENG',
    docNum: '031',
    version: '1.0',
    effectiveAt: '2026-03-03T23:00:00.000Z',
    effectiveZone: 'Europe/Rome',
    approvedAt: null,
    owner: 'Marit Solheim',
    formerNumber: null,
    departments: [],
  };
  const { head, cells } = documentsReport((async function* () {})(), { alphabet: [] }).csv;
  expect(cells(row)[head.indexOf('Type')]).toBe('WI');
  expect(cells(row)[head.indexOf('Effective since')], 'the day of the zone it was chosen in').toBe('04 Mar 2026');
});

test.each(['Template - CORP - 009-01', 'Form - ENG - 032-01'])('%s fits on one line of a report', async (number) => {
  const none = async function* () {};
  const totals = { records: 2, signed: 1, open: 1, overdue: 0 };
  const papers = [
    recordsReport(none(), { totals, zone: 'UTC', at: '', alphabet: [] }).paper,
    recordsReport(none(), { totals: { ...totals, signed: 0 }, zone: 'UTC', at: '', alphabet: [] }).paper,
    documentsReport(none(), { alphabet: [] }).paper,
  ];
  for (const { columns, landscape } of papers) {
    const stream = await Report.stream(
      { signature: null, ...frame, foot: foot(frame), landscape, texts: [number] },
      async (report) => {
        expect(new TableLayout(report, columns).lines(number, 0)).toHaveLength(1);
      },
    );
    await buffer(stream);
  }
});

test('leaves the titles of a report in which nothing is signed the place that signatures would take', () => {
  const share = (signed: number) => {
    const totals = { records: 2, signed, open: 2 - signed, overdue: 0 };
    const { columns } = recordsReport((async function* () {})(), { totals, zone: 'UTC', at: '', alphabet: [] }).paper;
    return columns.find(({ head }) => head === 'Title')!.share;
  };
  expect(share(0)).toBeGreaterThan(share(1));
});
