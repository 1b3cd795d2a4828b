import type { Matches } from './align.ts';
import type { Edit } from './edits.ts';
import type { Flow } from './flow.ts';
import type { PageWord } from './page-words.ts';

/** From the left to the right end of the line that a word stands on. */
type Extent = { left: number; right: number };

function extentsOf({ words, body }: Flow): Extent[] {
  const extents: Extent[] = [];
  let line: Extent = { left: 0, right: 0 };
  for (const [at, { startsLine, left, right }] of words.entries()) {
    if (startsLine || at === body) line = { left, right };
    else [line.left, line.right] = [Math.min(line.left, left), Math.max(line.right, right)];
    extents.push(line);
  }
  return extents;
}

/** Where a word stands that follows another in its file: above it or below it in one column; null for anything else. */
function stepTo(word: PageWord, before: PageWord, own: Extent, above: Extent): 'up' | 'down' | null {
  if (!word.startsLine || word.page !== before.page) return null;
  if (own.left >= above.right || above.left >= own.right) return null;
  const rise = word.bottom - before.bottom;
  const height = Math.max(word.top - word.bottom, before.top - before.bottom) / 2;
  return rise > height ? 'up' : rise < -height ? 'down' : null;
}

/**
 * Lines that stand below those before them in one version and above them in the other, although both files have them in
 * one order: people read them in another order.
 */
export function reorderedLines(from: Flow, to: Flow, matches: Matches): Edit[] {
  const [oldExtents, newExtents] = [extentsOf(from), extentsOf(to)];
  const moves: Edit[] = [];
  for (let at = from.body + 1; at < from.words.length; at++) {
    const other = matches[at]!;
    if (other <= to.body || matches[at - 1] !== other - 1) continue;
    const old = stepTo(from.words[at]!, from.words[at - 1]!, oldExtents[at]!, oldExtents[at - 1]!);
    const young = stepTo(to.words[other]!, to.words[other - 1]!, newExtents[other]!, newExtents[other - 1]!);
    if (!old || !young || old === young) continue;
    let length = 1;
    while (
      matches[at + length] === other + length &&
      !from.words[at + length]!.startsLine &&
      !to.words[other + length]!.startsLine
    )
      length++;
    moves.push({ from: at, fromEnd: at + length, to: other, toEnd: other + length });
  }
  return moves;
}
