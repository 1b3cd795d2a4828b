import type { PageLine } from './page-words.ts';
import type { VersionPage } from './read-version.ts';

/** Headers and footers stand in these parts of a page. */
const margin = 0.14;
const digits = /\d+/g;

interface MarginLine {
  page: number;
  line: PageLine;
  text: string;
  numbers: string[];
}

const inMargin = ({ down }: PageLine): boolean => down < margin || down > 1 - margin;
const textOf = ({ words }: PageLine): string => words.map(({ text }) => text).join(' ');

/** Stands for the number of the page or of all pages in a running line. */
const pageNumber = '…';

function marginLines(pages: readonly VersionPage[]): MarginLine[] {
  return pages.flatMap(({ lines }, page) =>
    lines.filter(inMargin).map((line) => {
      const text = textOf(line);
      return { page, line, text, numbers: text.match(digits) ?? [] };
    }),
  );
}

/** A line without its page numbers: those that count up with the pages, and the count of pages right after one. */
function withoutPageNumbers({ page, text, numbers }: MarginLine, offsets: (number | null)[], count: number): string {
  const counts = numbers.map((number, index) => offsets[index] !== null && Number(number) - page === offsets[index]);
  let index = 0;
  return text.replace(digits, (number) => {
    const isPage = counts[index] || (counts[index - 1] && Number(number) === count);
    index++;
    return isPage ? pageNumber : number;
  });
}

/** The lines that stand on more than half of the pages, page numbers aside. */
export function runningPatterns(pages: readonly VersionPage[]): string[] {
  if (pages.length < 2) return [];
  const byShape = new Map<string, MarginLine[]>();
  for (const line of marginLines(pages)) {
    const shape = line.text.replace(digits, '0');
    const alike = byShape.get(shape);
    if (alike) alike.push(line);
    else byShape.set(shape, [line]);
  }
  const patterns: string[] = [];
  for (const alike of byShape.values()) {
    if (alike.length * 2 <= pages.length) continue;
    const offsets = alike[0]!.numbers.map((_, index) => countingOffset(alike, index));
    const found = new Map<string, Set<number>>();
    for (const line of alike) {
      const pattern = withoutPageNumbers(line, offsets, pages.length);
      found.set(pattern, (found.get(pattern) ?? new Set()).add(line.page));
    }
    for (const [pattern, on] of found) if (on.size * 2 > pages.length) patterns.push(pattern);
  }
  return patterns;
}

/** How far a number is from the page it stands on, where that is the same on most pages; null where it is no page's. */
function countingOffset(alike: readonly MarginLine[], index: number): number | null {
  const counts = new Map<number, number>();
  for (const { page, numbers } of alike) {
    const offset = Number(numbers[index]) - page;
    counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  const [offset, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  return count * 2 > alike.length && new Set(alike.map(({ page }) => page)).size > 1 ? offset : null;
}

export interface SplitLines {
  /** The texts of the running lines, each once, in the order of their first page. */
  running: PageLine[];
  /** The lines of each page without them. */
  body: PageLine[][];
}

/** Takes lines with these patterns, and the lone number of a page, out of the pages. */
export function splitRunning(pages: readonly VersionPage[], patterns: readonly string[]): SplitLines {
  const matchers = patterns.map((pattern) => ({
    pattern,
    matches: new RegExp(
      `^${pattern
        .split(pageNumber)
        .map(escaped)
        .join(String.raw`(?:\d+|…)`)}$`,
      'u',
    ),
  }));
  const running = new Map<string, PageLine>();
  const body = pages.map(({ lines }, page) =>
    lines.filter((line) => {
      if (!inMargin(line)) return true;
      const text = textOf(line);
      if (isPageOf(text, page + 1, pages.length)) return false;
      const found = matchers.find(({ matches }) => matches.test(text));
      if (!found) return true;
      if (!running.has(found.pattern)) running.set(found.pattern, withText(line, found.pattern));
      return false;
    }),
  );
  return { running: [...running.values()], body };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

const isPageOf = (text: string, page: number, count: number): boolean =>
  new RegExp(String.raw`^page ${page}(?: (?:of|/) ${count})?$`, 'i').test(text);

/** The same line with other words, which stand where its own begin. */
function withText(line: PageLine, text: string): PageLine {
  const at = line.words[0]!;
  return {
    ...line,
    words: text.split(' ').map((word, index) => ({ ...at, text: word, page: 0, startsLine: index === 0 })),
  };
}
