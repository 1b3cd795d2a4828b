import type { PDFiumDocument } from '@hyzyla/pdfium';
import { align, type Matches } from './align.ts';
import {
  type ComparedVersion,
  type Comparison,
  comparisonMethod,
  type Passage,
  type PictureChange,
} from './comparison.ts';
import { type Edit, editsOf, joinByChance, slideToStarts } from './edits.ts';
import { type Flow, flowOf, keysOf } from './flow.ts';
import { findMoves } from './moves.ts';
import { pairPages, silentPages } from './page-pairs.ts';
import { everyPage, passagesOf } from './passages.ts';
import { pictureChanges } from './picture-changes.ts';
import { readVersion, type VersionPage } from './read-version.ts';
import { runningPatterns, splitRunning } from './running-lines.ts';

export interface GivenVersion {
  document: PDFiumDocument;
  sha256: string;
}

/** Compares two open PDFs. Throws where a page of them cannot be read. */
export async function compareDocuments(older: GivenVersion, newer: GivenVersion): Promise<Comparison> {
  const oldPages = readVersion(older.document);
  const newPages = readVersion(newer.document);
  const patterns = [...new Set([...runningPatterns(oldPages), ...runningPatterns(newPages)])];
  const from = { ...older, pages: oldPages, flow: flowOf(splitRunning(oldPages, patterns)) };
  const to = { ...newer, pages: newPages, flow: flowOf(splitRunning(newPages, patterns)) };
  const { matches, edits, moves } = wordChanges(from.flow, to.flow);
  const pairs = pairPages(from, to, matches);
  const { pictures, reflowedPages } = await pictureChanges(from, to, matches, pairs);
  const passages = passagesOf(from.flow, to.flow, edits, moves);
  return {
    method: comparisonMethod,
    compares: [from, to].some(({ flow }) => flow.words.length === 0) ? 'pages' : 'words',
    from: described(from),
    to: described(to),
    counts: {
      wordsAdded: sum(edits, ({ to: start, toEnd }) => toEnd - start),
      wordsRemoved: sum(edits, ({ from: start, fromEnd }) => fromEnd - start),
      wordsMoved: sum(moves, ({ from: start, fromEnd }) => fromEnd - start),
      pagesChanged: countPages(passages, pictures),
    },
    passages,
    pictures,
    reflowedPages,
  };
}

const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((total, one) => total + of(one), 0);

/** Pages of the newer version, and of the older one those where something is gone; running lines aside. */
function countPages(passages: readonly Passage[], pictures: readonly PictureChange[]): number {
  const pages = new Set<string>();
  for (const { place, from, to } of passages) {
    const span = to ?? from;
    if (place === everyPage || !span) continue;
    for (let page = span.page; page <= span.lastPage; page++) pages.add(to ? `new ${page}` : `old ${page}`);
  }
  for (const { from, to } of pictures) pages.add(to ? `new ${to.page}` : `old ${from?.page}`);
  return pages.size;
}

interface WordChanges {
  /** Of the text, by places in the flows. */
  matches: Matches;
  edits: Edit[];
  moves: Edit[];
}

/** Running lines are compared with running lines, the text with the text. */
function wordChanges(from: Flow, to: Flow): WordChanges {
  const numbers = new Map<string, number>();
  const numbered = (keys: string[]): number[] =>
    keys.map((key) => {
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
  const [old, young] = [numbered(keysOf(from, to)), numbered(keysOf(to, from))];
  const running = editsOf(align(old.slice(0, from.body), young.slice(0, to.body)), to.body);
  const [oldBody, newBody] = [old.slice(from.body), young.slice(to.body)];
  const matches = align(oldBody, newBody);
  const starts = (flow: Flow) => (at: number) => startWeight(flow, at + flow.body);
  const tidied = slideToStarts(joinByChance(editsOf(matches, newBody.length)), oldBody, newBody, {
    from: starts(from),
    to: starts(to),
  });
  const { edits, moves } = findMoves(tidied, oldBody, newBody);
  const inFlow = (edit: Edit): Edit => ({
    from: edit.from + from.body,
    fromEnd: edit.fromEnd + from.body,
    to: edit.to + to.body,
    toEnd: edit.toEnd + to.body,
  });
  return {
    matches: matchesBeside(tidied.map(inFlow), from, to),
    edits: [...running, ...edits.map(inFlow)],
    moves: moves.map(inFlow),
  };
}

/** Which words are the same where these edits are all that changed. */
function matchesBeside(edits: readonly Edit[], from: Flow, to: Flow): Matches {
  const matches = new Int32Array(from.words.length).fill(-1);
  let [at, other] = [from.body, to.body];
  for (const edit of [...edits, { from: from.words.length, fromEnd: 0, to: 0, toEnd: 0 }]) {
    while (at < edit.from) matches[at++] = other++;
    [at, other] = [edit.fromEnd, edit.toEnd];
  }
  return matches;
}

/** How good a place is to begin a passage at: a page, a line, anywhere. */
function startWeight({ words }: Flow, at: number): number {
  const word = words[at];
  if (!word || words[at - 1]?.page !== word.page) return 2;
  return word.startsLine ? 1 : 0;
}

const described = ({
  sha256,
  pages,
  flow,
}: {
  sha256: string;
  pages: readonly VersionPage[];
  flow: Flow;
}): ComparedVersion => ({
  sha256,
  pages: pages.length,
  words: flow.words.length,
  silentPages: silentPages(pages).map((page) => page + 1),
});
