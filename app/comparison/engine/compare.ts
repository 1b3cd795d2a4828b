import type { PDFiumDocument } from '@hyzyla/pdfium';
import {
  type ComparedVersion,
  type Comparison,
  comparisonMethod,
  type Passage,
  type PictureChange,
} from './comparison.ts';
import { type Flow, flowOf } from './flow.ts';
import { pairPages, silentPages } from './page-pairs.ts';
import { everyPage, passagesOf } from './passages.ts';
import { pictureChanges } from './picture-changes.ts';
import { readVersion, type VersionPage } from './read-version.ts';
import { runningPatterns, splitRunning } from './running-lines.ts';
import { countWords, wordChanges } from './word-changes.ts';

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
  const changes = wordChanges(from.flow, to.flow);
  const { matches, edits, moves } = changes;
  const pairs = pairPages(from, to, matches);
  const { pictures, reflowedPages } = await pictureChanges(from, to, matches, pairs);
  const passages = passagesOf(from.flow, to.flow, edits, moves);
  return {
    method: comparisonMethod,
    compares: [from, to].some(({ flow }) => flow.words.length === 0) ? 'pages' : 'words',
    from: described(from),
    to: described(to),
    counts: { ...countWords(changes), pagesChanged: countPages(passages, pictures) },
    passages,
    pictures,
    reflowedPages,
  };
}

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
