import type { PDFiumDocument } from '@hyzyla/pdfium';
import { diffArrays } from 'diff';
import type { Comparison, ElementChange, ElementKind } from '#app/comparison/engine/comparison.ts';
import { shownWords } from '#app/comparison/engine/flow.ts';
import type { PagePair } from '#app/comparison/engine/page-pairs.ts';
import type { PageWord } from '#app/comparison/engine/page-words.ts';
import { type Attachment, readAttachments } from './attachments.ts';
import { readBookmarks } from './bookmarks.ts';
import type { Area, PageLink, PageMark } from './page-elements.ts';
import { landingOf, type Placed, placed, type SamePlace, samePlaceIn } from './same-place.ts';
import { otherAction, type Target } from './target.ts';

/** An element of a version as it is compared and shown. */
interface Element {
  /** From 0; null where it belongs to the document as a whole. */
  page: number | null;
  name: string;
  value: string;
}

type Version = Placed & { document: PDFiumDocument };
type PlacedMark = PageMark & { page: number };

/** What differs in links, form fields, notes, bookmarks and attached files, in this order. */
export function compareElements(
  older: Omit<Version, 'placeOf'>,
  newer: Omit<Version, 'placeOf'>,
  changes: Parameters<typeof samePlaceIn>[2],
  pairs: readonly PagePair[],
  reflowed: ReadonlySet<string>,
): Pick<Comparison, 'elements' | 'unknownActions'> {
  const [from, to] = [withPlaces(older), withPlaces(newer)];
  const same = samePlaceIn(from, to, changes, pairs, reflowed);
  const [oldLinks, newLinks] = [linksOf(from), linksOf(to)];
  const [oldBookmarks, newBookmarks] = [bookmarksOf(from), bookmarksOf(to)];
  const equal = (one: Element, other: Element): boolean => one.name === other.name && one.value === other.value;
  const marks = ({ pages }: Version, kind: 'fields' | 'notes'): PlacedMark[] =>
    pages.flatMap((page, index) => page[kind].map((mark) => ({ ...mark, page: index })));
  const isSameMark = (old: PlacedMark, young: PlacedMark): boolean => equal(old, young) && same.areas(old, young);
  const isSameBookmark = (old: Bookmark, young: Bookmark): boolean =>
    old.name === young.name && old.level === young.level && same.targets(old.target, young.target);
  return {
    elements: [
      ...changesOf('link', oldLinks, newLinks, (old, young) => isSameLink(old, young, same)),
      ...changesOf('field', marks(from, 'fields'), marks(to, 'fields'), isSameMark),
      ...changesOf('note', marks(from, 'notes'), marks(to, 'notes'), isSameMark),
      ...changesOf('bookmark', oldBookmarks, newBookmarks, isSameBookmark),
      ...changesOf('attachment', attachmentsOf(from), attachmentsOf(to), equal),
    ],
    unknownActions: [...new Set([...oldLinks, ...newLinks, ...oldBookmarks, ...newBookmarks].flatMap(unknownAction))],
  };
}

const unknownAction = ({ name, target }: Link | Bookmark): string[] =>
  target && 'address' in target && target.address === otherAction ? [name] : [];

const withPlaces = <T extends Omit<Version, 'placeOf'>>(version: T): Version => ({
  ...placed(version),
  document: version.document,
});

/** Elements in order: those that only one version has, and beside each other those of one name or at one place. */
function changesOf<T extends Element>(
  element: ElementKind,
  from: readonly T[],
  to: readonly T[],
  isSame: (old: T, young: T) => boolean,
): ElementChange[] {
  const changes: ElementChange[] = [];
  const [gone, come] = [new Set<T>(), new Set<T>()];
  // The comparator is given elements of either side in either place.
  const old = new Set(from);
  const comparator = (one: T, other: T): boolean => (old.has(one) ? isSame(one, other) : isSame(other, one));
  for (const { value, added, removed } of diffArrays([...from], [...to], { comparator })) {
    if (added || removed) for (const one of value) (added ? come : gone).add(one);
  }
  const pair = (isPair: (old: T, young: T) => boolean): void => {
    for (const one of gone) {
      const other = [...come].find((young) => isPair(one, young));
      if (!other) continue;
      gone.delete(one);
      come.delete(other);
      changes.push({ element, kind: 'changed', from: sideOf(one), to: sideOf(other) });
    }
  };
  pair((one, other) => one.name === other.name && one.page === other.page);
  pair((one, other) => one.name === other.name);
  for (const one of gone) changes.push({ element, kind: 'removed', from: sideOf(one), to: null });
  for (const one of come) changes.push({ element, kind: 'added', from: null, to: sideOf(one) });
  return changes;
}

const sideOf = ({ page, name, value }: Element): ElementChange['from'] => ({
  page: page === null ? null : page + 1,
  name,
  value,
});

interface Link extends Element {
  target: Target | null;
  area: Area;
  words: PageWord[];
  /** Its words in the flow; null where it stands on none, or on a running line. */
  span: { first: number; last: number } | null;
  /** It stands on a line that is the same on every page. */
  isRunning: boolean;
  flags: string;
}

/** A link that breaks with its line is one; one of a running line that every page has is one. */
function linksOf(version: Version): Link[] {
  const links: Link[] = [];
  for (const [page, { links: own }] of version.pages.entries()) {
    for (const link of own.map((one) => linkOf(version, page, one)).sort(inReadingOrder)) {
      const last = links.at(-1);
      const goesOn = last?.span && link.span && link.span.first === last.span.last + 1;
      if (goesOn && isSameAddress(last.target, link.target) && last.flags === link.flags) {
        last.span!.last = link.span!.last;
        last.words.push(...link.words);
      } else links.push(link);
    }
  }
  for (const link of links) link.name = shownWords(link.words);
  return onceOnEveryPage(links, version.pages.length);
}

const inReadingOrder = (one: Link, other: Link): number =>
  (one.span?.first ?? -1) - (other.span?.first ?? -1) ||
  other.area.top - one.area.top ||
  one.area.left - other.area.left;

const isSameAddress = (one: Target | null, other: Target | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function linkOf(version: Version, page: number, { area, target, words, value }: PageLink): Link {
  const places = words.flatMap((word) => version.placeOf.get(word) ?? []);
  return {
    page,
    name: '',
    value: [targetInWords(version, target), ...(value ? [value] : [])].join(', '),
    target,
    area,
    words: [...words],
    span: places.length === 0 ? null : { first: Math.min(...places), last: Math.max(...places) },
    isRunning: words.length > 0 && places.length === 0,
    flags: value,
  };
}

function onceOnEveryPage(links: readonly Link[], pages: number): Link[] {
  const counts = new Map<string, Set<number>>();
  const keyOf = ({ value, name }: Link): string => `${name}\n${value}`;
  for (const link of links) {
    if (!link.isRunning) continue;
    counts.set(keyOf(link), (counts.get(keyOf(link)) ?? new Set()).add(link.page!));
  }
  const seen = new Set<string>();
  return links.flatMap((link) => {
    if (!link.isRunning || counts.get(keyOf(link))!.size < pages || pages < 2) return [link];
    if (seen.has(keyOf(link))) return [];
    seen.add(keyOf(link));
    return [{ ...link, page: null }];
  });
}

function isSameLink(old: Link, young: Link, same: SamePlace): boolean {
  if (old.flags !== young.flags || !same.targets(old.target, young.target)) return false;
  if (old.span && young.span) {
    const isSameEnd = (one: number, other: number): boolean =>
      same.words(one, other) || (!same.hasOld(one) && !same.hasYoung(other));
    return isSameEnd(old.span.first, young.span.first) && isSameEnd(old.span.last, young.span.last);
  }
  if (old.name !== young.name || old.span || young.span) return false;
  if (old.isRunning)
    return old.page === young.page || (old.page !== null && young.page !== null && same.pages(old.page, young.page));
  return same.areas({ page: old.page!, area: old.area }, { page: young.page!, area: young.area });
}

/** `page 5, at “4. Release”`. */
function targetInWords(version: Version, target: Target | null): string {
  if (!target) return 'nowhere';
  if ('address' in target) return target.address === otherAction ? otherAction : target.address;
  const landing = landingOf(version, target);
  const words = landing === null ? [] : version.flow.words.slice(landing, landing + 5);
  return `page ${target.page + 1}${words.length > 0 ? `, at “${shownWords(words)}”` : ''}`;
}

interface Bookmark extends Element {
  level: number;
  target: Target | null;
}

const bookmarksOf = (version: Version): Bookmark[] =>
  readBookmarks(version.document).map(({ level, title, target }) => ({
    page: null,
    name: title,
    value: `${targetInWords(version, target)}${level > 1 ? `, level ${level}` : ''}`,
    level,
    target,
  }));

function attachmentsOf({ document, pages }: Version): Element[] {
  const element = (page: number | null, { name, value }: Attachment): Element => ({ page, name, value });
  return [
    ...readAttachments(document).map((file) => element(null, file)),
    ...pages.flatMap(({ attachments }, page) => attachments.map((file) => element(page, file))),
  ].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}
