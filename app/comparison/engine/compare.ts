import type { PDFiumDocument } from '@hyzyla/pdfium';
import { comparisonMethod } from '#events/document/comparison-method.ts';
import type { ComparedVersion, Comparison, ElementChange, Passage, PictureChange } from './comparison.ts';
import { compareElements } from './elements/element-changes.ts';
import { type Flow, flowOf } from './flow.ts';
import { pairPages, silentPages } from './page-pairs.ts';
import { everyPage, passagesOf } from './passages.ts';
import { pictureChanges, reflowedPairs } from './picture-changes.ts';
import { readVersion, type VersionPage } from './read-version.ts';
import { splitRunning } from './running-lines.ts';
import { countWords, wordChanges } from './word-changes.ts';

export interface GivenVersion {
  document: PDFiumDocument;
  sha256: string;
}

/** Compares two open PDFs. Throws where a page of them cannot be read. */
export async function compareDocuments(older: GivenVersion, newer: GivenVersion): Promise<Comparison> {
  const oldPages = readVersion(older.document);
  const newPages = readVersion(newer.document);
  const [oldLines, newLines] = splitRunning(oldPages, newPages);
  const from = { ...older, pages: oldPages, flow: flowOf(oldLines) };
  const to = { ...newer, pages: newPages, flow: flowOf(newLines) };
  const changes = wordChanges(from.flow, to.flow);
  const { matches, edits, moves } = changes;
  const pairs = pairPages(from, to, matches);
  const reflowed = reflowedPairs(from.flow, to.flow, matches);
  const { pictures, undrawnPages } = await pictureChanges(from, to, { matches, pairs, reflowed });
  const passages = passagesOf(from.flow, to.flow, edits, moves);
  const { elements, unknownActions } = compareElements(from, to, changes, pairs, reflowed);
  return {
    method: comparisonMethod,
    compares: [from, to].some(({ flow }) => flow.words.length === 0) ? 'pages' : 'words',
    from: described(from),
    to: described(to),
    counts: {
      ...countWords(changes),
      pagesChanged: countPages(passages, pictures, elements),
      elementsChanged: elements.length,
    },
    passages,
    pictures,
    elements,
    undrawnPages,
    unknownActions,
  };
}

/** Pages of the newer version, and of the older one those where something is gone; running lines aside. */
function countPages(
  passages: readonly Passage[],
  pictures: readonly PictureChange[],
  elements: readonly ElementChange[],
): number {
  const pages = new Set<string>();
  for (const { place, from, to } of passages) {
    const span = to ?? from;
    if (place === everyPage || !span) continue;
    for (let page = span.page; page <= span.lastPage; page++) pages.add(to ? `new ${page}` : `old ${page}`);
  }
  for (const { from, to } of [...pictures, ...elements]) {
    const page = (to ?? from)?.page;
    if (page) pages.add(to ? `new ${page}` : `old ${page}`);
  }
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
