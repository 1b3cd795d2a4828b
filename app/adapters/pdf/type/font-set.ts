import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fontkit from 'fontkit';
import type { Font } from 'fontkit';
import subsetFont from 'subset-font';
import { familiesFor, hanFamiliesFor } from '#app/adapters/pdf/type/families.ts';
import type { Family, Typeface } from '#app/adapters/pdf/type/families.ts';

/** A typeface at a weight (200 to 900; 400 is regular) and a size in points. */
export interface Face {
  typeface: Typeface;
  weight: number;
  size: number;
}

/** A font subset of one typeface, with a unique name within a PDF. */
export interface SubsetFont {
  name: string;
  font: Font;
}

/** The fonts of a document, in memory, so that typesetting is synchronous. */
export interface FontSet {
  /**
   * The font for a cluster of characters that stand or fall together, or null where no font has it. `text` is what
   * surrounds it.
   */
  fontFor(cluster: string, face: Face, text: string): SubsetFont | null;
}

interface Part {
  subset: string;
  /** Every character that the file declares. */
  characters: string;
  covers(codePoint: number): boolean;
}

interface Cut extends SubsetFont {
  family: Family;
  part: Part;
}

/** Characters that every document may need: see `spelledOut` in the typesetter. */
const always = ' -.?[]+U0123456789ABCDEF';
const require = createRequire(import.meta.url);
const partsKnown = new Map<string, Promise<Part[]>>();
const cutsKnown = new Map<string, Promise<Cut | undefined>>();
const mostCuts = 400;

const folderOf = (family: Family): string => dirname(require.resolve(`${family.package}/package.json`));
const fileOf = (family: Family, subset: string): string => {
  const stem = family.package.split('/')[1] ?? '';
  return join(folderOf(family), 'files', `${stem}-${subset}-${family.axis}-${family.slope}.woff2`);
};

/** The serif has an optical size axis. One subset serves sizes that round to the same value. */
const keyOf = ({ typeface, weight, size }: Face): string => `${typeface} ${weight} ${Math.round(size)}`;

/** Loads the fonts of these typefaces for the characters of these texts. */
export async function openFontSet(faces: Iterable<Face>, texts: Iterable<string>): Promise<FontSet> {
  const all = [...texts].join('\n').normalize('NFC');
  const wanted = new Set([...`${all}${always}`].map((character) => character.codePointAt(0) ?? 0));
  const cuts = new Map<string, Cut[]>();
  for (const face of faces) {
    if (!cuts.has(keyOf(face))) cuts.set(keyOf(face), await cutFace(face, all, wanted));
  }
  const orders = new Map<string, Cut[]>();

  /** A Han family that has all Han characters of a text comes first, so that a name does not mix national forms. */
  function orderFor(face: Face, text: string): Cut[] {
    const key = `${keyOf(face)} ${text}`;
    const known = orders.get(key);
    if (known) return known;
    const held = cuts.get(keyOf(face));
    if (!held) throw new Error(`The font set was opened without ${keyOf(face)}`);
    const han = [...text.matchAll(/\p{Script=Han}/gu)].map(([character]) => character.codePointAt(0) ?? 0);
    const of = (family: Family): Cut[] => held.filter((cut) => cut.family.name === family.name);
    const drawsAll = (family: Family): boolean => han.every((one) => of(family).some((cut) => draws(cut, one)));
    const eastern = hanFamiliesFor(text);
    const whole = han.length > 0 ? eastern.filter(drawsAll) : [];
    const order = [...familiesFor(face.typeface), ...new Set([...whole, ...eastern])].flatMap(of);
    if (orders.size > 500) orders.clear();
    orders.set(key, order);
    return order;
  }

  return {
    fontFor(cluster, face, text) {
      const order = orderFor(face, text);
      const codePoints = Array.from(cluster)
        .map((character) => character.codePointAt(0) ?? 0)
        .filter((one) => !isJoiner(one));
      return (
        order.find((cut) => codePoints.every((one) => draws(cut, one))) ??
        order.find((cut) => codePoints[0] !== undefined && draws(cut, codePoints[0])) ??
        null
      );
    },
  };
}

const draws = ({ font }: SubsetFont, codePoint: number): boolean => font.hasGlyphForCodePoint(codePoint);

/** Zero-width joiners and variation selectors need no glyph. */
const isJoiner = (codePoint: number): boolean =>
  codePoint === 0x200c || codePoint === 0x200d || (codePoint >= 0xfe00 && codePoint <= 0xfe0f);

async function cutFace(face: Face, text: string, wanted: Set<number>): Promise<Cut[]> {
  const cuts: Cut[] = [];
  const missing = new Set(wanted);

  async function add(family: Family, characters: Set<number>): Promise<void> {
    for (const part of await partsOf(family)) {
      if (![...characters].some((one) => part.covers(one))) continue;
      const made = await cutPart(family, part, face);
      if (!made) continue;
      cuts.push(made);
      for (const one of missing) if (draws(made, one)) missing.delete(one);
    }
  }

  for (const family of familiesFor(face.typeface)) if (missing.size > 0) await add(family, new Set(missing));
  // A further Han family gets all characters, so that it can draw a whole name that only it covers.
  const eastern = new Set(missing);
  for (const family of hanFamiliesFor(text)) if (missing.size > 0) await add(family, eastern);
  return cuts;
}

/** Caches the last few hundred subsets, since each takes about ten milliseconds to make. */
function cutPart(family: Family, part: Part, face: Face): Promise<Cut | undefined> {
  const opticalSize = family.axis === 'opsz' ? Math.round(face.size) : null;
  const name = `${family.name}-${part.subset}-${face.weight}${opticalSize === null ? '' : `-${opticalSize}`}`;
  const known = cutsKnown.get(name);
  if (known) return known;
  const cutting = cutFile(family, part, name, {
    wght: face.weight,
    ...(opticalSize !== null && { opsz: opticalSize }),
  });
  if (cutsKnown.size >= mostCuts) cutsKnown.delete(cutsKnown.keys().next().value ?? '');
  cutsKnown.set(name, cutting);
  cutting.catch(() => cutsKnown.delete(name));
  return cutting;
}

async function cutFile(
  family: Family,
  part: Part,
  name: string,
  pinned: Record<string, number>,
): Promise<Cut | undefined> {
  const file = fileOf(family, part.subset);
  const bytes = await subsetFont(await readFile(file), part.characters, {
    targetFormat: 'truetype',
    ...(family.axis !== '400' && { variationAxes: pinned }),
  });
  const font = fontkit.create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts`);
  if (!hasCharacters(font)) return undefined;
  // fontkit caches a glyph with the characters of its first request. Parts of composed glyphs are requested without
  // characters, after which a full stop could be seen in every document, but not copied or searched.
  for (const one of font.characterSet.toSorted((a, b) => rankOf(a) - rankOf(b))) font.glyphForCodePoint(one);
  // pdfkit identifies fonts by PostScript name, which all subsets of a variable font share.
  Object.defineProperty(font, 'postscriptName', { value: name });
  return { name, font, family, part };
}

/** Where characters share a glyph, it means the common one: the apostrophe (U+2019), not the letter (U+02BC). */
const rankOf = (codePoint: number): number => {
  const isPunctuation = codePoint >= 0x2000 && codePoint <= 0x206f;
  return (isPunctuation || codePoint < 0x250 ? 0 : 0x110000) + codePoint;
};

const charactersFrom = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** A declared range may name characters that the file lacks; a subset without any has no character map. */
function hasCharacters(font: Font): boolean {
  try {
    return font.characterSet.length > 0;
  } catch {
    return false;
  }
}

function partsOf(family: Family): Promise<Part[]> {
  const known = partsKnown.get(family.package);
  if (known) return known;
  const reading = readFile(join(folderOf(family), 'unicode.json'), 'utf8').then((text) =>
    Object.entries(JSON.parse(text) as Record<string, string>).map(([subset, ranges]): Part => {
      const bounds = ranges.split(',').map((range) => {
        const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-');
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
      });
      return {
        subset: subset.replace(/[[\]]/g, ''),
        characters: bounds.map(([from, to]) => charactersFrom(from, to)).join(''),
        covers: (codePoint) => bounds.some(([from, to]) => codePoint >= from && codePoint <= to),
      };
    }),
  );
  partsKnown.set(family.package, reading);
  return reading;
}
