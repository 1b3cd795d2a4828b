import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Comparison, Passage } from '#app/comparison/engine/comparison.ts';
import { compareDocuments } from '#app/comparison/engine/compare.ts';
import type { VersionPage } from '#app/comparison/engine/read-version.ts';
import { splitRunning } from '#app/comparison/engine/running-lines.ts';
import compareVersions from '#app/comparison/engine/tasks/compare-versions.ts';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import { lendFile } from '#app/adapters/workers/lent-file.ts';
import { withPdf } from '#tests/support/files/pdfsig.ts';
import { kinds, mutationsOf, wordsOf, type Mutation } from './mutations.ts';
import { drawPaper, drawTypeset, procedure, type Paper } from './papers.ts';
import { howMany } from '#tests/support/suite.ts';

const compareBytes = (older: Buffer, newer: Buffer): Promise<Comparison> =>
  withDocument(older, (one) =>
    withDocument(newer, (other) =>
      compareDocuments({ document: one, sha256: 'older' }, { document: other, sha256: 'newer' }),
    ),
  );

const compare = async (older: Paper, newer: Paper): Promise<Comparison> =>
  compareBytes(await drawPaper(older), await drawPaper(newer));

const textOf = ({ parts }: Passage, kind: 'removed' | 'added'): string =>
  parts
    .filter((part) => part.kind === kind)
    .map(({ text }) => text)
    .join(' ');

/** The words of a paper as a comparison counts them: header and footer once, then the pages. */
const flowOf = ({ header, pages }: Paper): string[] =>
  `${header} Page … of … ${pages.map(wordsOf).join(' ')}`.split(' ').filter(Boolean);

/** The newer words, made from the older ones and the passages alone. */
function apply(older: string[], { passages, to }: Comparison): string[] {
  const gone = new Set<number>();
  const newer = Array.from<string | undefined>({ length: to.words });
  for (const { from, to: span, parts } of passages) {
    for (let at = 0; from && at < from.words; at++) gone.add(from.word + at);
    const words = parts.flatMap(({ kind, text }) => (kind === 'removed' ? [] : text.split(' ')));
    for (let at = 0; span && at < span.words; at++) newer[span.word + at] = words[at];
  }
  const left = older.filter((_, at) => !gone.has(at)).values();
  return newer.map((word) => word ?? left.next().value!);
}

/** How often each word stands in the text that an independent reader finds, header and footer aside. */
async function countedBy(pdftotext: Buffer, header: string): Promise<Map<string, number>> {
  const text = await withPdf(pdftotext, 'sh', ['-c', 'pdftotext -layout "$0" -']);
  const body = text.replaceAll(header, '').replace(/Page \d+ of \d+/g, '');
  return countWords(body.split(/\s+/), 1);
}

function countWords(words: readonly string[], by: 1 | -1, counts = new Map<string, number>()): Map<string, number> {
  for (const word of words.filter(Boolean)) {
    const count = (counts.get(word) ?? 0) + by;
    if (count === 0) counts.delete(word);
    else counts.set(word, count);
  }
  return counts;
}

/** Whether a passage is about what was changed. */
function concerns(passage: Passage, { removed, added, moved }: Mutation): boolean {
  if (passage.kind === 'moved') return moved === true;
  const [gone, come] = [textOf(passage, 'removed'), textOf(passage, 'added')];
  return (gone !== '' || come !== '') && removed.includes(gone) && added.includes(come);
}

const mutationsEach = howMany({ day: 4, long: 25 });

describe('comparison of two versions', () => {
  it.each(kinds)('finds each change and nothing else, as pdftotext does: %s [ISO13485-424c]', async (kind) => {
    const paper = procedure();
    const original = await drawPaper(paper);
    const before = await countedBy(original, paper.header);
    const mutations = mutationsOf(paper, kind, mutationsEach);
    await withDocument(original, async (one) => {
      for (const mutation of mutations) {
        const bytes = await drawPaper(mutation.paper);
        const found = await withDocument(bytes, (other) =>
          compareDocuments({ document: one, sha256: 'older' }, { document: other, sha256: 'newer' }),
        );
        const own = found.passages.filter((passage) => concerns(passage, mutation));
        expect(own, mutation.name).toHaveLength(found.passages.length);
        const said = (kind: 'removed' | 'added') =>
          own
            .map((passage) => textOf(passage, kind))
            .filter(Boolean)
            .join(' ');
        if (mutation.moved) expect(own.length, mutation.name).toBeGreaterThan(0);
        else {
          expect(said('removed'), mutation.name).toBe(mutation.removed);
          expect(said('added'), mutation.name).toBe(mutation.added);
        }
        if (mutation.cell) expect(own[0]?.cell, mutation.name).toEqual(mutation.cell);
        expect(found.pictures.length, mutation.name).toBe(mutation.pictures ?? 0);
        expect(apply(flowOf(paper), found), mutation.name).toEqual(flowOf(mutation.paper));
        const net = await countedBy(bytes, paper.header);
        for (const [word, count] of before) countWords(Array<string>(count).fill(word), -1, net);
        const ours = new Map<string, number>();
        for (const passage of found.passages.filter(({ kind }) => kind !== 'moved')) {
          countWords(textOf(passage, 'added').split(' '), 1, ours);
          countWords(textOf(passage, 'removed').split(' '), -1, ours);
        }
        expect(ours, mutation.name).toEqual(net);
      }
    });
  });

  it('finds nothing in a text that only flows otherwise, over more pages', async () => {
    const paper = procedure();
    const texts = paper.pages.flat().filter((part) => 'text' in part);
    const split: Paper = { ...paper, pages: [texts.slice(0, 1), texts.slice(1, 3), texts.slice(3)], width: 300 };
    const found = await compare({ ...paper, pages: [texts.slice(0, 4), texts.slice(4)] }, split);
    expect(found.passages).toEqual([]);
    expect(found.counts).toMatchObject({
      wordsAdded: 0,
      wordsRemoved: 0,
      wordsMoved: 0,
      pagesChanged: 0,
      elementsChanged: 0,
    });
  });

  it('takes a word that the end of a line breaks for the whole word', async () => {
    const paper = procedure();
    const withText = (text: string): Paper => ({ ...paper, pages: [[{ text }]] });
    const broken = withText('the verifi-\ncation of every self-\nmade gauge is recorded');
    const found = await compare(withText('the verification of every self-made gauge is recorded'), broken);
    expect(found.passages).toEqual([]);
  });

  it.each([2, 3])('takes page numbers out of a running line, and no version that equals the %i pages', (count) => {
    const footer = (page: number) => `Northmere Version ${count}.0 Page ${page} of ${count}`;
    const pages = Array.from({ length: count }, (_, at) => ({
      height: 842,
      lines: [
        {
          down: 0.97,
          across: 0.1,
          words: footer(at + 1)
            .split(' ')
            .map((text) => ({ text })),
        },
      ],
    })) as unknown as VersionPage[];
    for (const { running, body } of splitRunning(pages, pages)) {
      expect(running.map(({ text }) => text).join(' ')).toBe(`Northmere Version ${count}.0 Page … of …`);
      expect(body.flat()).toEqual([]);
    }
  });

  it('compares running lines once and names them', async () => {
    const paper = procedure();
    const { passages, counts } = await compare(paper, { ...paper, header: 'Northmere SOP-MFG-042' });
    expect(passages).toMatchObject([{ kind: 'changed', place: 'On every page' }]);
    expect(textOf(passages[0]!, 'added')).toBe('SOP-MFG-042');
    expect(counts).toMatchObject({ wordsAdded: 1, wordsRemoved: 1 });
  });

  it('names the heading above a passage, and frames what looks different', async () => {
    const paper = procedure();
    const changed = structuredClone(paper);
    changed.pages[1]![1] = { text: `${(paper.pages[1]![1] as { text: string }).text} Rinse twice.` };
    expect((await compare(paper, changed)).passages).toMatchObject([{ kind: 'added', place: '2. Cleaning' }]);
    const recoloured = structuredClone(paper);
    recoloured.pages[2]![4] = { picture: [1, 2] };
    const { pictures } = await compare(paper, recoloured);
    expect(pictures).toMatchObject([{ kind: 'changed', from: { page: 3 }, to: { page: 3 } }]);
    expect(pictures[0]!.to!.boxes[0]!.left).toBeCloseTo(60 / 595, 2);
    expect(pictures[0]!.to!.boxes[0]!.width).toBeCloseTo(120 / 595, 2);
  });

  it('finds one page before all others, and the numbers of headings that follow from it', async () => {
    const paper = procedure();
    const first: Paper['pages'][number] = [{ heading: '1. Terms' }, { text: 'A lot is what one cleaning covers.' }];
    const before = await compare(paper, { ...paper, pages: [first, ...paper.pages] });
    expect(before.passages).toMatchObject([{ kind: 'added', to: { page: 1, lastPage: 1 } }]);
    expect(before.counts).toMatchObject({ wordsRemoved: 0, wordsMoved: 0, pagesChanged: 1 });
    const renumbered = structuredClone(paper);
    for (const [index, [head]] of renumbered.pages.entries())
      if (head && 'heading' in head) head.heading = head.heading.replace(/^\d/, String(index + 2));
    const { passages, counts } = await compare(paper, renumbered);
    expect(passages.map((passage) => textOf(passage, 'added'))).toEqual(['2.', '3.', '4.']);
    expect(counts).toMatchObject({ wordsAdded: 3, wordsRemoved: 3, wordsMoved: 0 });
  });

  it('compares pages in landscape, with the cell of a table', async () => {
    const paper: Paper = { ...procedure(), isLandscape: true };
    const table: Paper['pages'][number] = [
      { heading: '1. Limits' },
      {
        table: [
          ['Step', 'Limit'],
          ['Rinse', '12'],
        ],
      },
    ];
    const changed: Paper['pages'][number] = [
      { heading: '1. Limits' },
      {
        table: [
          ['Step', 'Limit'],
          ['Rinse', '21'],
        ],
      },
    ];
    const { passages } = await compare({ ...paper, pages: [table] }, { ...paper, pages: [changed] });
    expect(passages).toMatchObject([{ kind: 'changed', cell: { row: 'Rinse', column: 'Limit' } }]);
    expect(textOf(passages[0]!, 'added')).toBe('21');
  });

  it('compares the pages of a scan as pictures only', async () => {
    const scan = (last: number): Paper => ({
      pages: [[{ picture: [10, 20] }], [{ picture: [30, last] }]],
      header: '',
      isScan: true,
    });
    const found = await compare(scan(40), scan(90));
    expect(found).toMatchObject({ compares: 'pages', passages: [], from: { silentPages: [1, 2] } });
    expect(found.pictures).toMatchObject([{ kind: 'changed', from: { page: 2 }, to: { page: 2 } }]);
  });

  it.each([
    ['Hebrew', 'יש לבדוק את הלחץ לפני כל משמרת ולרשום את הערך ביומן', 'משמרת', 'הפסקה'],
    ['Arabic', 'يجب فحص الضغط قبل كل وردية وتسجيل القيمة في السجل', 'وردية', 'استراحة'],
  ])('compares words that are read from right to left: %s', async (script, text, gone, come) => {
    const found = await compareBytes(await drawTypeset(text), await drawTypeset(text.replace(gone, come)));
    expect(found.passages).toMatchObject([{ kind: 'changed' }]);
    // Letters that join are read from the font in other forms.
    if (script === 'Hebrew') expect(found.passages[0]).toMatchObject({ parts: [{ text: gone }, { text: come }] });
    expect((await compareBytes(await drawTypeset(text), await drawTypeset(text))).passages).toEqual([]);
  });

  it('gives the same bytes each time, and none of what cannot be read', async () => {
    const paper = procedure();
    const [older, newer] = [await drawPaper(paper), await drawPaper({ ...paper, pages: paper.pages.slice(1) })];
    const run = (from: Buffer, to: Buffer, named = digest(to)) =>
      lendFile(bytesAccess(from), (one) =>
        lendFile(bytesAccess(to), (other) =>
          compareVersions({ from: one, to: other, sha256: { from: digest(from), to: named } }),
        ),
      );
    const made = await run(older, newer);
    expect(JSON.parse(made!)).toMatchObject({ method: 'imprimatur-comparison-2', compares: 'words' });
    expect(await run(older, newer)).toBe(made);
    expect(await run(older, newer, digest(older))).toBeNull();
    expect(await run(older, newer.subarray(0, 300))).toBeNull();
  });
});

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
