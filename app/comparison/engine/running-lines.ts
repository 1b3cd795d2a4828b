import type { PageLine, PageWord } from './page-words.ts';
import type { VersionPage } from './read-version.ts';

/** Running lines stand in these parts of a page: above and below, left and right. */
const edge = { down: 0.14, across: 0.08 };
/** Points by which a running line may stand higher or lower on another page. */
const samePlace = 3;
/** Words that the first pages of two versions share, where both are covers without running lines. */
const sameCover = 0.6;

/** A line near the edge of its page. */
interface EdgeLine {
  line: PageLine;
  /** Points. */
  fromTop: number;
  fromBottom: number;
  text: string;
  numbers: string[];
}

/** One line that stands on every page, or on every page but the cover, at the same place. */
interface RunningLine {
  /** Of each page that has it, in order. */
  lines: PageLine[];
  /** Its text, with a sign for the number of the page and the count of pages. */
  pattern: string;
  /** What is the same only where the pattern, its numbering, its pages and its edge are. */
  key: string;
  words: PageWord[];
  isFooter: boolean;
  fromTop: number;
}

const digits = /\d+/g;
/** Stands for the number of the page or of all pages in a running line. */
const pageNumber = '…';

const textOf = ({ words }: PageLine): string => words.map(({ text }) => text).join(' ');

const isAtEdge = ({ down, across }: PageLine): boolean =>
  down < edge.down || down > 1 - edge.down || across < edge.across || across > 1 - edge.across;

const edgeLinesOf = ({ lines, height }: VersionPage): EdgeLine[] =>
  lines.filter(isAtEdge).map((line) => {
    const text = textOf(line);
    const fromTop = line.down * height;
    return { line, fromTop, fromBottom: height - fromTop, text, numbers: text.match(digits) ?? [] };
  });

const shapeOf = ({ text }: EdgeLine): string => text.replace(digits, '0');

const standsAsIn = (one: EdgeLine, other: EdgeLine): boolean =>
  Math.abs(one.fromTop - other.fromTop) <= samePlace || Math.abs(one.fromBottom - other.fromBottom) <= samePlace;

/** How pages are counted: of all pages of the version, and whether a number may be the page's without a word for it. */
interface Counting {
  count: number;
  /** Both versions have as many pages: a number that is the page's own in both is the same number. */
  isSameCount: boolean;
}

const pageWord =
  /(?:^|[^\p{L}])(?:pages?|pgs?\.?|p\.|seiten?|s\.|str(?:\.|ona|ana|ony)|p[aá]g(?:\.|inas?)?|sid(?:a|e|an)|sivu|oldal|стр(?:\.|аница)?|ページ|頁|第|페이지|页)\s*$/iu;
const countBetween = /^\s*(?:of|\/|／|von|z|ze|sur|de|di|af|av|из|van|\||-|–)\s*$/iu;

/**
 * Finds which numbers of a line are those of its page (`own`) and of all pages (`all`), by their places in the line:
 * each page must have its own.
 */
function pageNumbers(column: readonly EdgeLine[], firstPage: number, { count, isSameCount }: Counting) {
  const [first] = column;
  const between = first!.text.split(digits);
  const own = new Map<number, number>();
  const all = new Set<number>();
  const isAlone = (index: number): boolean => standsAlone(first!, index);
  for (const index of first!.numbers.keys()) {
    const offset = Number(first!.numbers[index]) - firstPage;
    const counts = column.every(({ numbers }, page) => Number(numbers[index]) === firstPage + page + offset);
    const isTotal =
      countBetween.test(between[index + 1] ?? '') &&
      column.every(({ numbers }) => Number(numbers[index + 1]) === count + offset);
    const isNamed = isTotal || pageWord.test(between[index]!);
    const isOwn = offset === 0 || (offset === -1 && firstPage === 2);
    if (!counts || !(isNamed || (isOwn && (isSameCount || isAlone(index))))) continue;
    own.set(index, offset);
    if (isTotal) all.add(index + 1);
  }
  return { own, all };
}

/** Whether a number is a line of its own, or far from what else is on its line. */
function standsAlone({ line: { words } }: EdgeLine, index: number): boolean {
  let seen = 0;
  for (const [at, { text, left, right, top, bottom }] of words.entries()) {
    const here = text.match(digits)?.length ?? 0;
    if (index >= seen + here) {
      seen += here;
      continue;
    }
    if (!/^[^\p{L}\d]*\d+[^\p{L}\d]*$/u.test(text)) return false;
    const gap = (top - bottom) * 1.6;
    const others = words.filter((other, place) => place !== at && /[\p{L}\d]/u.test(other.text));
    return others.every((other) => other.left - right > gap || left - other.right > gap);
  }
  return false;
}

/** The lines that stand on each of these pages, in the order of the first one. */
function findRunning(pages: readonly VersionPage[], firstPage: number, counting: Counting): RunningLine[] {
  const byPage = pages.slice(firstPage - 1).map(edgeLinesOf);
  const [first = [], ...others] = byPage;
  if (others.length === 0) return [];
  const taken = new Set<EdgeLine>();
  const running: RunningLine[] = [];
  for (const line of first) {
    const shape = shapeOf(line);
    const column = [line];
    for (const own of others) {
      const alike = own.filter((one) => !taken.has(one) && shapeOf(one) === shape && standsAsIn(one, line));
      const [nearest] = alike.sort((one, other) => distance(one, line) - distance(other, line));
      if (nearest) column.push(nearest);
    }
    if (column.length < byPage.length) continue;
    const { own, all } = pageNumbers(column, firstPage, counting);
    const mask = maskOf(new Set([...own.keys(), ...all]));
    const pattern = mask(line.text);
    if (column.some(({ text }) => mask(text) !== pattern)) continue;
    for (const one of column) taken.add(one);
    running.push(runningLine(column, pattern, `${firstPage} ${[...own.values()].join(' ')}`));
  }
  return running;
}

const distance = (one: EdgeLine, other: EdgeLine): number => Math.abs(one.line.across - other.line.across);

/** Puts the sign for a page's number in the places of the line's numbers that are one. */
function maskOf(places: ReadonlySet<number>): (text: string) => string {
  return (text) => {
    let index = 0;
    return text.replace(digits, (number) => (places.has(index++) ? pageNumber : number));
  };
}

function runningLine(column: readonly EdgeLine[], pattern: string, numbering: string): RunningLine {
  const { line, fromTop, fromBottom } = column[0]!;
  const isFooter = fromBottom < fromTop;
  const texts = pattern.split(' ');
  return {
    lines: column.map((one) => one.line),
    pattern,
    key: `${numbering} ${isFooter} ${pattern}`,
    words: line.words.map((word, index) => ({ ...word, text: texts[index]!, page: 0 })),
    isFooter,
    fromTop,
  };
}

/** Of a version with one page: the lines that run in the other version. */
function findSingle([page]: readonly VersionPage[], others: readonly RunningLine[]): RunningLine[] {
  const left = new Set(edgeLinesOf(page!));
  return others.flatMap((other) => {
    if (!other.key.startsWith('1 ')) return [];
    const matches = new RegExp(`^${sourceOf(other.pattern, '1')}$`, 'u');
    const found = [...left].find(({ text, fromTop, fromBottom }) => {
      return matches.test(text) && fromBottom < fromTop === other.isFooter;
    });
    if (!found) return [];
    left.delete(found);
    return [{ ...other, lines: [found.line], words: other.words, fromTop: found.fromTop }];
  });
}

const sourceOf = (pattern: string, number: string): string => pattern.split(pageNumber).map(escaped).join(number);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

export interface SplitLines {
  /** The texts of the running lines, each once, from above. */
  running: PageWord[];
  /** The lines of each page without them. */
  body: PageLine[][];
}

/**
 * Takes the running lines out of the pages of two versions. A running line is the same at the same place of every page
 * but for the page's own number. One that the other version has on some pages only, or in another place, is text like
 * any.
 */
export function splitRunning(older: readonly VersionPage[], newer: readonly VersionPage[]): [SplitLines, SplitLines] {
  const isSameCount = older.length === newer.length;
  const hasCover = isSameFirstPage(older, newer);
  const find = (pages: readonly VersionPage[]): RunningLine[] => {
    const counting = { count: pages.length, isSameCount };
    const running = findRunning(pages, 1, counting);
    if (!hasCover) return running;
    const known = new Set(running.flatMap(({ lines }) => lines));
    return [...running, ...findRunning(pages, 2, counting).filter(({ lines }) => !known.has(lines[0]!))];
  };
  let [old, young] = [find(older), find(newer)];
  if (older.length === 1 && newer.length > 1) old = findSingle(older, young);
  if (newer.length === 1 && older.length > 1) young = findSingle(newer, old);
  const [ownOld, ownYoung] = [onlyIn(old, young), onlyIn(young, old)];
  const split = (pages: readonly VersionPage[], running: RunningLine[], own: Set<RunningLine>, other: string) => {
    const shared = running.filter((one) => !own.has(one) || !occursIn(other, one));
    const lines = new Set(shared.flatMap((one) => one.lines));
    return {
      running: shared.sort((one, another) => one.fromTop - another.fromTop).flatMap(({ words }) => words),
      body: pages.map((page) => page.lines.filter((line) => !lines.has(line))),
    };
  };
  return [
    split(older, old, ownOld, wordsBeside(newer, young, ownYoung)),
    split(newer, young, ownYoung, wordsBeside(older, old, ownOld)),
  ];
}

/** The words of a version, but for the lines that run in both. */
function wordsBeside(
  pages: readonly VersionPage[],
  running: readonly RunningLine[],
  own: ReadonlySet<RunningLine>,
): string {
  const inBoth = new Set(running.filter((one) => !own.has(one)).flatMap(({ lines }) => lines));
  return pages.flatMap(({ lines }) => lines.filter((line) => !inBoth.has(line)).map(textOf)).join(' ');
}

/** Whether the words of a line stand anywhere in a text, however its lines are broken. */
const occursIn = (text: string, { pattern }: RunningLine): boolean =>
  new RegExp(`(?:^| )${sourceOf(pattern, String.raw`\d+`)}(?: |$)`, 'u').test(text);

/** Running lines that have no counterpart. */
function onlyIn(lines: readonly RunningLine[], others: readonly RunningLine[]): Set<RunningLine> {
  const left = new Map<string, number>();
  for (const { key } of others) left.set(key, (left.get(key) ?? 0) + 1);
  const own = new Set<RunningLine>();
  for (const line of lines) {
    const count = left.get(line.key) ?? 0;
    if (count > 0) left.set(line.key, count - 1);
    else own.add(line);
  }
  return own;
}

/** Whether both versions begin with the same page, but for some words: a cover, which needs no running lines. */
function isSameFirstPage([one]: readonly VersionPage[], [other]: readonly VersionPage[]): boolean {
  const wordsOf = (page: VersionPage | undefined): string[] =>
    (page?.lines ?? []).flatMap(({ words }) => words.map(({ text }) => text));
  const [own, others] = [wordsOf(one), wordsOf(other)];
  const left = new Map<string, number>();
  for (const word of own) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of others) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared++;
  }
  return shared > 0 && (shared * 2) / (own.length + others.length) >= sameCover;
}
