import type { Flow } from '#app/comparison/engine/flow.ts';
import type { PageWord } from '#app/comparison/engine/page-words.ts';
import { passagesOf } from '#app/comparison/engine/passages.ts';
import { asItLooks, partsOf } from '#app/comparison/engine/same-look.ts';
import { countWords, wordChanges } from '#app/comparison/engine/word-changes.ts';
import type { Block } from './blocks.ts';
import type { WorkingComparison } from './working.ts';

/** The place of what stands above the first heading. */
const beginning = 'Beginning';
const longestHeading = 80;
const nowhere = { page: 0, left: 0, right: 0, bottom: 0, top: 0, typeface: '' };

/** The paragraphs as one sequence of words. */
function flowOf(blocks: readonly Block[]): Flow {
  const words: PageWord[] = [];
  const cells: Block['cell'][] = [];
  const headings = [{ at: 0, text: beginning }];
  for (const { text, isHeading, cell } of blocks) {
    const own = asItLooks(text.replaceAll('\u00ad', '')).split(/\s+/u).filter(Boolean);
    if (isHeading && own.length > 0) headings.push({ at: words.length, text: own.join(' ').slice(0, longestHeading) });
    for (const [index, word] of own.entries()) {
      for (const [at, part] of partsOf(word).entries()) {
        words.push({ ...nowhere, text: part, startsLine: index + at === 0, isGlued: at > 0 });
        cells.push(cell);
      }
    }
  }
  return { words, body: 0, headings, cells: (at) => cells[at] ?? null };
}

/** Compares the words of two office files, with the heading and table cell of each change. */
export function compareBlocks(older: readonly Block[], newer: readonly Block[]): WorkingComparison {
  const [from, to] = [flowOf(older), flowOf(newer)];
  const changes = wordChanges(from, to);
  return { counts: countWords(changes), passages: passagesOf(from, to, changes.edits, changes.moves) };
}
