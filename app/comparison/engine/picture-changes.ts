import type { PDFiumDocument } from '@hyzyla/pdfium';
import { diffArrays } from 'diff';
import type { Matches } from './align.ts';
import type { Box, PictureChange } from './comparison.ts';
import type { Flow } from './flow.ts';
import { type Ink, inkOf, isHidden } from './ink.ts';
import { differingBoxes, drawPage } from './page-drawing.ts';
import type { PageImage } from './page-images.ts';
import { groupBy } from '#app/kit/query/group-by.ts';
import { type PagePair, silentPages } from './page-pairs.ts';
import type { PageWord } from './page-words.ts';
import type { VersionPage } from './read-version.ts';
import { retypeset } from './typefaces.ts';

export interface ReadVersion {
  document: PDFiumDocument;
  pages: readonly VersionPage[];
  flow: Flow;
}

interface PictureChanges {
  pictures: PictureChange[];
  /** Pages from 1 that were not drawn. */
  undrawnPages: { from: number[]; to: number[] };
}

/** Points: a word, and a line, that is farther from its old place has moved. */
const still = 0.05;
const sameLine = 1;

/** What differs in pictures: embedded ones by their bytes, pages of the same layout as they are drawn. */
export async function pictureChanges(
  from: ReadVersion,
  to: ReadVersion,
  { matches, pairs, reflowed }: { matches: Matches; pairs: readonly PagePair[]; reflowed: ReadonlySet<string> },
): Promise<PictureChanges> {
  const isWhole = (old: number, young: number): boolean => {
    const words = bodyOf(from.flow, old);
    return words !== '' && words === bodyOf(to.flow, young);
  };
  const pictures = imageChanges(from.pages, to.pages, pairs, isWhole);
  const drawn = pairs.filter(({ old, young }) => !reflowed.has(`${old} ${young}`));
  const isRetypeset = retypeset(from.flow, to.flow, matches);
  const say = ({ old, young }: PagePair, older: Box[], newer: Box[]): void => {
    const known = pictures.find((change) => change.from?.page === old + 1 && change.to?.page === young + 1);
    if (known) {
      known.from!.boxes.push(...older);
      known.to!.boxes.push(...newer);
    } else
      pictures.push({ kind: 'changed', from: { page: old + 1, boxes: older }, to: { page: young + 1, boxes: newer } });
  };
  const asDrawn = new Set<PageWord>();
  for (const { old, young } of drawn) {
    const [oldWords, newWords] = [wordsOf(from.pages[old]!), wordsOf(to.pages[young]!)];
    const oldMoved = movedWords(oldWords, newWords, isRetypeset);
    const newMoved = movedWords(newWords, oldWords, (word, older) => isRetypeset(older, word));
    const one = await drawPage(from.document, old, oldMoved);
    const other = await drawPage(to.document, young, newMoved);
    const moved = new Set(oldMoved);
    for (const word of oldWords) if (!moved.has(word)) asDrawn.add(word);
    const boxes = differingBoxes(one, other);
    const fresh = boxes.filter((box) => !pictures.some((change) => covers(change, old + 1, young + 1, box)));
    if (fresh.length > 0) say({ old, young }, fresh, fresh);
  }
  const same = sameWords(from, to, { matches, pairs }).filter(([word]) => !asDrawn.has(word));
  for (const { old, young, older, newer } of await hiddenWords(from, to, same)) say({ old, young }, older, newer);
  const order = ({ from: old, to: young }: PictureChange): number => (young?.page ?? old!.page) * 2 + (young ? 1 : 0);
  return {
    pictures: pictures.sort((one, another) => order(one) - order(another)),
    undrawnPages: undrawn(from, to, drawn),
  };
}

function undrawn(from: ReadVersion, to: ReadVersion, drawn: readonly PagePair[]): PictureChanges['undrawnPages'] {
  const others = ({ pages }: ReadVersion, known: Set<number>): number[] =>
    pages.flatMap(({ lines }, page) => (known.has(page) || lines.length === 0 ? [] : [page + 1]));
  return {
    from: others(from, new Set(drawn.map(({ old }) => old))),
    to: others(to, new Set(drawn.map(({ young }) => young))),
  };
}

/** The words of a page without its running lines. */
const bodyOf = ({ words, body }: Flow, page: number): string =>
  words
    .slice(body)
    .flatMap((word) => (word.page === page ? word.text : []))
    .join(' ');

const wordsOf = ({ lines }: VersionPage): PageWord[] => lines.flatMap(({ words }) => words);

/** Words of a page that the other one does not have exactly there: the others are compared as they are drawn. */
function movedWords(
  words: readonly PageWord[],
  others: readonly PageWord[],
  isRetypeset: (word: PageWord, other: PageWord) => boolean,
): PageWord[] {
  const known = groupBy(others, ({ text }) => text);
  return words.filter((word) => {
    const isThere = ({ left, bottom }: PageWord): boolean =>
      Math.abs(left - word.left) <= still && Math.abs(bottom - word.bottom) <= still;
    return !known.get(word.text)?.some((other) => isThere(other) && !isRetypeset(word, other));
  });
}

/** The words that both versions have: of the text, and of the running lines of pages that show the same. */
function sameWords(
  from: ReadVersion,
  to: ReadVersion,
  { matches, pairs }: { matches: Matches; pairs: readonly PagePair[] },
): [PageWord, PageWord][] {
  const same: [PageWord, PageWord][] = [];
  for (const [at, other] of matches.entries()) if (other >= 0) same.push([from.flow.words[at]!, to.flow.words[other]!]);
  const text = new Set([from, to].flatMap(({ flow }) => flow.words.slice(flow.body)));
  const runningOf = (page: VersionPage): PageWord[] => wordsOf(page).filter((word) => !text.has(word));
  for (const { old, young } of pairs) {
    const others = runningOf(to.pages[young]!);
    for (const [index, word] of runningOf(from.pages[old]!).entries()) {
      const other = others[index];
      if (word.text === other?.text) same.push([word, other]);
    }
  }
  return same;
}

/** Where words of these pairs are seen in one version alone. */
async function hiddenWords(
  from: ReadVersion,
  to: ReadVersion,
  same: readonly [PageWord, PageWord][],
): Promise<(PagePair & { older: Box[]; newer: Box[] })[]> {
  const [old, young] = [
    await inkOfAll(
      from,
      same.map(([word]) => word),
    ),
    await inkOfAll(
      to,
      same.map(([, word]) => word),
    ),
  ];
  const hidden = same.filter(([one, other]) => isHidden(old.get(one)!.ink, young.get(other)!.ink));
  return [...groupBy(hidden, ([one, other]) => `${one.page} ${other.page}`).values()].map((words) => ({
    old: words[0]![0].page,
    young: words[0]![1].page,
    older: words.map(([word]) => old.get(word)!.box),
    newer: words.map(([, word]) => young.get(word)!.box),
  }));
}

async function inkOfAll({ document }: ReadVersion, words: readonly PageWord[]): Promise<Map<PageWord, Ink>> {
  const all = new Map<PageWord, Ink>();
  for (const [page, own] of groupBy(words, (word) => word.page))
    for (const [word, ink] of await inkOf(document, page, own)) all.set(word, ink);
  return all;
}

/** Whether a change of an embedded picture already says what a box shows. */
function covers({ from, to }: PictureChange, old: number, young: number, box: Box): boolean {
  const own = [...(from?.page === old ? from.boxes : []), ...(to?.page === young ? to.boxes : [])];
  const slack = 0.03;
  return own.some(
    ({ left, top, width, height }) =>
      box.left >= left - slack &&
      box.top >= top - slack &&
      box.left + box.width <= left + width + slack &&
      box.top + box.height <= top + height + slack,
  );
}

/** Pairs of pages (`old young`) whose lines stand in another place. */
export function reflowedPairs(from: Flow, to: Flow, matches: Matches): Set<string> {
  const reflowed = new Set<string>();
  for (const [at, other] of matches.entries()) {
    if (other < 0 || at < from.body) continue;
    const [old, young] = [from.words[at]!, to.words[other]!];
    if (Math.abs(old.bottom - young.bottom) > sameLine) reflowed.add(`${old.page} ${young.page}`);
  }
  return reflowed;
}

interface PlacedImage extends PageImage {
  page: number;
}

/** Embedded pictures that only one version has. On two pages that show the same, one took the place of the other. */
function imageChanges(
  from: readonly VersionPage[],
  to: readonly VersionPage[],
  pairs: readonly PagePair[],
  isWhole: (old: number, young: number) => boolean,
): PictureChange[] {
  const [removed, added] = [
    onlyIn(
      from,
      to,
      pairs.map(({ old, young }) => [old, young]),
    ),
    onlyIn(
      to,
      from,
      pairs.map(({ old, young }) => [young, old]),
    ),
  ];
  const changes: PictureChange[] = [];
  const partner = new Map(pairs.map(({ old, young }) => [old, young]));
  const place = ({ page, box }: PlacedImage) => ({ page: page + 1, boxes: [box] });
  for (const image of removed) {
    const index = added.findIndex(({ page }) => page === partner.get(image.page));
    const [instead] = index < 0 ? [] : added.splice(index, 1);
    if (instead) changes.push({ kind: 'changed', from: place(image), to: place(instead) });
    else changes.push({ kind: 'removed', from: place(image), to: null });
  }
  for (const image of added) changes.push({ kind: 'added', from: null, to: place(image) });
  for (const [image, instead] of inOtherOrder(
    from,
    to,
    (old, young) => partner.get(old) === young || isWhole(old, young),
  ))
    changes.push({ kind: 'changed', from: place(image), to: place(instead) });
  const silent = (pages: readonly VersionPage[], paired: Set<number>) =>
    silentPages(pages).filter((page) => !paired.has(page) && pages[page]!.images.length === 0);
  const whole: Box = { left: 0, top: 0, width: 1, height: 1 };
  for (const page of silent(from, new Set(pairs.map(({ old }) => old))))
    changes.push({ kind: 'removed', from: { page: page + 1, boxes: [whole] }, to: null });
  for (const page of silent(to, new Set(pairs.map(({ young }) => young))))
    changes.push({ kind: 'added', from: null, to: { page: page + 1, boxes: [whole] } });
  return changes;
}

/**
 * Pictures that each version has once, in another order than their page: where each was, and where it is. Pages that
 * trade places take their pictures along.
 */
function inOtherOrder(
  from: readonly VersionPage[],
  to: readonly VersionPage[],
  isSamePage: (old: number, young: number) => boolean,
): [PlacedImage, PlacedImage][] {
  const [old, young] = [onceIn(from), onceIn(to)];
  const common = [...old.values()].flatMap((image) => {
    const other = young.get(image.sha256);
    return other ? [{ image, other, isPair: isSamePage(image.page, other.page) }] : [];
  });
  const moved = (images: typeof common): typeof common => {
    const order = [...images].sort((one, another) => one.other.at - another.other.at);
    return diffArrays(images, order).flatMap(({ removed, value }) => (removed ? value : []));
  };
  const pages = groupBy(
    common.filter(({ isPair }) => isPair),
    ({ image }) => image.page,
  );
  return [...moved(common).filter(({ isPair }) => !isPair), ...[...pages.values()].flatMap(moved)].map(
    ({ image, other }) => [image, other],
  );
}

/** The pictures that these pages have once, by their bytes, and their order. */
function onceIn(pages: readonly VersionPage[]): Map<string, PlacedImage & { at: number }> {
  const all = pages.flatMap(({ images }, page) => images.map((image) => ({ ...image, page })));
  const groups = groupBy(
    all.map((image, at) => ({ ...image, at })),
    ({ sha256 }) => sha256,
  );
  return new Map([...groups].flatMap(([sha256, own]) => (own.length === 1 ? [[sha256, own[0]!]] : [])));
}

/** Pictures that one version has more often than the other; where a choice is, those whose own page lacks a partner. */
function onlyIn(
  pages: readonly VersionPage[],
  others: readonly VersionPage[],
  pairs: readonly (readonly [number, number])[],
): PlacedImage[] {
  const partner = new Map(pairs);
  const left = new Map<string, number>();
  for (const { sha256 } of others.flatMap(({ images }) => images)) left.set(sha256, (left.get(sha256) ?? 0) + 1);
  const take = ({ sha256 }: PageImage): boolean => {
    const count = left.get(sha256) ?? 0;
    if (count > 0) left.set(sha256, count - 1);
    return count > 0;
  };
  const onOthers: PlacedImage[] = [];
  for (const [page, { images }] of pages.entries()) {
    const own = (others[partner.get(page) ?? -1]?.images ?? []).map(({ sha256 }) => sha256);
    for (const image of images) {
      const at = own.indexOf(image.sha256);
      if (at >= 0 && take(image)) own.splice(at, 1);
      else onOthers.push({ ...image, page });
    }
  }
  return onOthers.filter((image) => !take(image));
}
