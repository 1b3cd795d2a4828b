import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { Matches } from './align.ts';
import type { Box, PictureChange } from './comparison.ts';
import type { Flow } from './flow.ts';
import { differingBoxes, drawPage } from './page-drawing.ts';
import type { PageImage } from './page-images.ts';
import { type PagePair, silentPages } from './page-pairs.ts';
import type { PageWord } from './page-words.ts';
import type { VersionPage } from './read-version.ts';

export interface ReadVersion {
  document: PDFiumDocument;
  pages: readonly VersionPage[];
  flow: Flow;
}

interface PictureChanges {
  pictures: PictureChange[];
  reflowedPages: number[];
}

/** Points. A word that stands nearer to its old place has not moved, and is compared as it is drawn. */
const still = 0.05;
const sameLine = 1;

/** What differs in pictures: embedded ones by their bytes, pages of the same layout as they are drawn. */
export async function pictureChanges(
  from: ReadVersion,
  to: ReadVersion,
  matches: Matches,
  pairs: readonly PagePair[],
): Promise<PictureChanges> {
  const pictures = imageChanges(from.pages, to.pages, pairs);
  const reflowedPages: number[] = [];
  const placed = placedWords(from.flow, to.flow, matches);
  for (const { old, young } of pairs) {
    const isDrawnOn = from.pages[old]!.isDrawnOn || to.pages[young]!.isDrawnOn;
    if (placed.reflowed.has(`${old} ${young}`)) {
      if (isDrawnOn) reflowedPages.push(young + 1);
      continue;
    }
    const masked = ({ pages }: ReadVersion, page: number, unmoved: Set<PageWord>) =>
      pages[page]!.lines.flatMap(({ words }) => words.filter((word) => !unmoved.has(word)));
    const one = await drawPage(from.document, old, masked(from, old, placed.stillOld));
    const other = await drawPage(to.document, young, masked(to, young, placed.stillNew));
    const boxes = differingBoxes(one, other);
    const known = pictures.find((change) => change.from?.page === old + 1 && change.to?.page === young + 1);
    const fresh = boxes.filter((box) => !pictures.some((change) => covers(change, old + 1, young + 1, box)));
    if (fresh.length === 0) continue;
    if (known) {
      known.from!.boxes.push(...fresh);
      known.to!.boxes.push(...fresh);
    } else
      pictures.push({ kind: 'changed', from: { page: old + 1, boxes: fresh }, to: { page: young + 1, boxes: fresh } });
  }
  const order = ({ from: old, to: young }: PictureChange): number => (young?.page ?? old!.page) * 2 + (young ? 1 : 0);
  return { pictures: pictures.sort((one, another) => order(one) - order(another)), reflowedPages };
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

/** Words that stand exactly where they stood, and pairs of pages (`old young`) whose lines stand in another place. */
function placedWords(from: Flow, to: Flow, matches: Matches) {
  const [stillOld, stillNew] = [new Set<PageWord>(), new Set<PageWord>()];
  const reflowed = new Set<string>();
  for (const [at, other] of matches.entries()) {
    if (other < 0 || at < from.body) continue;
    const [old, young] = [from.words[at]!, to.words[other]!];
    const rise = Math.abs(old.bottom - young.bottom);
    if (rise > sameLine) reflowed.add(`${old.page} ${young.page}`);
    if (rise > still || Math.abs(old.left - young.left) > still) continue;
    stillOld.add(old);
    stillNew.add(young);
  }
  return { stillOld, stillNew, reflowed };
}

interface PlacedImage extends PageImage {
  page: number;
}

/** Embedded pictures that only one version has. On two pages that show the same, one took the place of the other. */
function imageChanges(
  from: readonly VersionPage[],
  to: readonly VersionPage[],
  pairs: readonly PagePair[],
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
  const silent = (pages: readonly VersionPage[], paired: Set<number>) =>
    silentPages(pages).filter((page) => !paired.has(page) && pages[page]!.images.length === 0);
  const whole: Box = { left: 0, top: 0, width: 1, height: 1 };
  for (const page of silent(from, new Set(pairs.map(({ old }) => old))))
    changes.push({ kind: 'removed', from: { page: page + 1, boxes: [whole] }, to: null });
  for (const page of silent(to, new Set(pairs.map(({ young }) => young))))
    changes.push({ kind: 'added', from: null, to: { page: page + 1, boxes: [whole] } });
  return changes;
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
