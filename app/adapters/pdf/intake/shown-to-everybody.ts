import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber, PDFString, PDFHexString, type PDFObject } from 'pdf-lib';
import { ok, refuse, type Result } from '#events/failures.ts';
import { layersDiffer } from '#app/adapters/pdf/intake/layers.ts';
import { reachableDicts, type Found } from '#app/adapters/pdf/intake/reachable.ts';
import { lookUp } from '#app/adapters/pdf/page-tree.ts';
import type { PdfStructure } from '#app/adapters/pdf/structure.ts';

const name = PDFName.of;
type Entry = (dict: PDFDict, key: string) => Promise<PDFObject | undefined>;

/**
 * Refuses with `file_not_pages` a PDF that shows different things to different people, at different times or in print.
 * Who signs its pages would not have seen what others see.
 */
export async function checkShownToEverybody(structure: PdfStructure): Promise<Result<null>> {
  const found = await inDocument(structure);
  return found === null ? ok(null) : refuse('file_not_pages', { detail: sentences[found] });
}

async function inDocument(structure: PdfStructure): Promise<Reason | null> {
  const entry: Entry = (dict, key) => lookUp(structure, dict.get(name(key)));
  const catalog = await lookUp(structure, structure.trailer.get(name('Root')));
  if (!(catalog instanceof PDFDict)) return null;
  if ((await entry(catalog, 'NeedsRendering')) === PDFBool.True) return 'xfa';
  const form = await entry(catalog, 'AcroForm');
  if (form instanceof PDFDict && (await entry(form, 'XFA')) !== undefined) return 'xfa';
  if ((await entry(catalog, 'Collection')) instanceof PDFDict) return 'portfolio';
  const inside = await inObjects(structure);
  if (inside) return inside;
  const opened = await entry(catalog, 'OpenAction');
  const kind = opened instanceof PDFDict ? await entry(opened, 'S') : undefined;
  if (kind !== undefined && kind !== name('GoTo')) return 'opening';
  return (await layersDiffer(structure, catalog)) ? 'layers' : null;
}

async function inObjects(structure: PdfStructure): Promise<Reason | null> {
  const entry: Entry = (dict, key) => lookUp(structure, dict.get(name(key)));
  for await (const { dict, isStream } of reachableDicts(structure)) {
    const reason =
      (await action(dict, entry)) ?? (await annotation(dict, entry)) ?? (await content({ dict, isStream }, entry));
    if (reason) return reason;
  }
  return null;
}

const actions = new Map<PDFObject, Reason>([
  [name('JavaScript'), 'scripts'],
  [name('Launch'), 'launch'],
  [name('Hide'), 'hides'],
  [name('SetOCGState'), 'hides'],
  [name('ImportData'), 'hides'],
  ...['Rendition', 'Movie', 'Sound', 'GoTo3DView', 'RichMediaExecute'].map((kind) => [name(kind), 'media'] as const),
]);

async function action(dict: PDFDict, entry: Entry): Promise<Reason | null> {
  if (dict.has(name('JS'))) return 'scripts';
  const kind = await entry(dict, 'S');
  return (kind && actions.get(kind)) ?? null;
}

/** Bits of an annotation's flags (ISO 32000-1, table 165). */
const hidden = 2;
const printed = 4;
const notOnScreen = 32;
const drawn = new Set(
  ['FreeText', 'Stamp', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Ink', 'Redact', 'Watermark'].map(name),
);

const media = new Set(['Movie', 'Sound', 'Screen', '3D', 'RichMedia'].map(name));

/** Marks on a page that show on the screen alone, in print alone, or play something. */
async function annotation(dict: PDFDict, entry: Entry): Promise<Reason | null> {
  if (!dict.has(name('Rect'))) return null;
  const kind = await entry(dict, 'Subtype');
  if (media.has(kind as PDFName)) return 'media';
  if (!dict.has(name('AP'))) return null;
  const given = await entry(dict, 'F');
  const flags = given instanceof PDFNumber ? given.asNumber() : 0;
  if (flags & hidden) return null;
  if (flags & notOnScreen) return flags & printed ? 'annotations' : null;
  const counts =
    kind !== undefined && (drawn.has(kind as PDFName) || (kind === name('Widget') && (await isFilledIn(dict, entry))));
  return counts && !(flags & printed) ? 'annotations' : null;
}

async function isFilledIn(widget: PDFDict, entry: Entry): Promise<boolean> {
  const parent = await entry(widget, 'Parent');
  const inherited = async (key: string): Promise<PDFObject | undefined> =>
    (await entry(widget, key)) ?? (parent instanceof PDFDict ? entry(parent, key) : undefined);
  const [kind, value] = [await inherited('FT'), await inherited('V')];
  if (kind !== name('Tx') && kind !== name('Ch')) return false;
  return (value instanceof PDFString || value instanceof PDFHexString) && value.decodeText() !== '';
}

/** What is drawn from another file, and pictures that have another one for print. */
async function content({ dict, isStream }: Found, entry: Entry): Promise<Reason | null> {
  if (isStream && dict.has(name('F'))) return 'otherFile';
  if (!isStream || (await entry(dict, 'Subtype')) !== name('Image')) return null;
  const alternates = await entry(dict, 'Alternates');
  return alternates instanceof PDFArray && alternates.size() > 0 ? 'annotations' : null;
}

const sentences = {
  xfa:
    'The PDF is a form (XFA) that each reader draws anew, so its pages are not fixed. Print it to a PDF, then ' +
    'upload that.',
  portfolio:
    'The PDF is a portfolio: its documents are attached to a cover page. Combine them into one PDF with pages, ' +
    'then upload that.',
  scripts: 'The PDF has scripts of its own, which can change what its pages show. Print it to a PDF, then upload that.',
  launch: 'The PDF can start another program or file. Print it to a PDF, then upload that.',
  hides: 'The PDF has a button or link that changes what its pages show. Print it to a PDF, then upload that.',
  opening: 'The PDF does something else than show a page when it is opened. Print it to a PDF, then upload that.',
  layers:
    'The PDF has layers that show on the screen and not in print, or only in some readers. Flatten the layers, ' +
    'or print it to a PDF, then upload that.',
  annotations:
    'The PDF has marks or pictures that show on the screen and not in print, or the reverse. Print it to a PDF, ' +
    'then upload that.',
  media:
    'The PDF has a film, a sound or a model in three dimensions, which only some readers show. Print it to a ' +
    'PDF, then upload that.',
  otherFile: 'The PDF takes part of its pages from another file. Print it to a PDF, then upload that.',
} as const;
type Reason = keyof typeof sentences;
