import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { PageLine, PageWord } from '#app/comparison/engine/page-words.ts';
import { type Module, type OpenPage, withMemory } from '#app/comparison/engine/pdfium-page.ts';
import { type Attachment, readAttachment } from './attachments.ts';
import { quoted, readText, withName } from './engine-text.ts';
import { readField } from './form-fields.ts';
import { type Target, targetOf } from './target.ts';

/** Points on a page; `top` is above `bottom`. */
export type Area = Pick<PageWord, 'left' | 'right' | 'bottom' | 'top'>;

export interface PageLink {
  area: Area;
  target: Target | null;
  /** The words that it stands on, in reading order. */
  words: PageWord[];
  value: string;
}

/** A form field or a note. */
export interface PageMark {
  area: Area;
  name: string;
  value: string;
}

/** What stands on a page beside its text and pictures. */
export interface PageElements {
  links: PageLink[];
  fields: PageMark[];
  notes: PageMark[];
  attachments: Attachment[];
}

/** `FPDF_ANNOT_…` of fpdf_annot.h. */
const subtypes = { link: 2, popup: 16, attachment: 17, widget: 20 };
const noteNames: Record<number, string> = {
  1: 'Comment',
  3: 'Text box',
  4: 'Line',
  5: 'Square',
  6: 'Circle',
  7: 'Polygon',
  8: 'Line of several parts',
  9: 'Highlight',
  10: 'Underline',
  11: 'Wavy underline',
  12: 'Strike through',
  13: 'Stamp',
  14: 'Insertion mark',
  15: 'Ink',
  17: 'Attached file',
  18: 'Sound',
  19: 'Film',
  28: 'Redaction mark',
};
/** Bits of `F` (ISO 32000-1, 12.5.3). */
const [hidden, printed, notShown] = [2, 4, 32];

const flagWords = (flags: number): string[] => [
  ...(flags & (hidden | notShown) ? ['hidden'] : []),
  ...(flags & printed ? [] : ['not printed']),
];

/** The document's form; 0 where it has none. */
export function openForm(document: PDFiumDocument): number {
  const { module, documentIdx } = document as unknown as { module: Module; documentIdx: number };
  return module._FPDF_GetFormType(documentIdx) === 0 ? 0 : document.initializeFormFields();
}

/** The links, form fields, notes and attached files of an open page of a document with this form. */
export function readElements(open: OpenPage, form: number, lines: readonly PageLine[]): PageElements {
  const { module, pageIdx, documentIdx } = open;
  const elements: PageElements = { links: [], fields: [], notes: [], attachments: [] };
  const words = lines.flatMap((line) => line.words);
  // The engine knows whether a box is ticked once the page belongs to the form.
  if (form !== 0) module._FORM_OnAfterLoadPage(pageIdx, form);
  for (let index = 0; index < module._FPDFPage_GetAnnotCount(pageIdx); index++) {
    const annotation = module._FPDFPage_GetAnnot(pageIdx, index);
    if (!annotation) continue;
    try {
      see(annotation);
    } finally {
      module._FPDFPage_CloseAnnot(annotation);
    }
  }
  if (form !== 0) module._FORM_OnBeforeClosePage(pageIdx, form);
  return elements;

  function see(annotation: number): void {
    const subtype = module._FPDFAnnot_GetSubtype(annotation);
    if (subtype === subtypes.popup) return;
    const area = areaOf(module, annotation);
    const flags = flagWords(module._FPDFAnnot_GetFlags(annotation));
    const under = words.filter((word) => holds(area, word));
    if (subtype === subtypes.link) {
      const link = module._FPDFAnnot_GetLink(annotation);
      const [place, action] = [module._FPDFLink_GetDest(documentIdx, link), module._FPDFLink_GetAction(link)];
      const isHidden = flags.includes('hidden');
      const target = targetOf(module, documentIdx, place, action);
      elements.links.push({ area, target, words: under, value: isHidden ? 'hidden' : '' });
      return;
    }
    if (subtype === subtypes.widget && form !== 0) {
      const { name, value } = readField(module, form, annotation);
      elements.fields.push({ area, name, value: [value, ...flags].join(', ') });
      return;
    }
    const [contents, author] = [readEntry(module, annotation, 'Contents'), readEntry(module, annotation, 'T')];
    const said = contents === '' ? [] : [quoted(contents)];
    if (author !== '') said.push(`by ${author}`);
    if (under.length > 0) said.push(`on ${quoted(under.map(({ text }) => text).join(' '))}`);
    elements.notes.push({ area, name: noteNames[subtype] ?? 'Mark', value: [...said, ...flags].join(', ') });
    const file = subtype === subtypes.attachment ? module._FPDFAnnot_GetFileAttachment(annotation) : 0;
    if (file) elements.attachments.push(readAttachment(module, file));
  }
}

const readEntry = (module: Module, annotation: number, name: string): string =>
  withName(module, name, (key) =>
    readText(module, (at, length) => module._FPDFAnnot_GetStringValue(annotation, key, at, length)),
  );

/** `FS_RECTF`: left, top, right, bottom. */
function areaOf(module: Module, annotation: number): Area {
  return withMemory(module, 16, (at) => {
    module._FPDFAnnot_GetRect(annotation, at);
    const [left, top, right, bottom] = module.HEAPF32.subarray(at / 4, at / 4 + 4);
    return {
      left: Math.min(left!, right!),
      right: Math.max(left!, right!),
      bottom: Math.min(bottom!, top!),
      top: Math.max(bottom!, top!),
    };
  });
}

/** Whether the middle of a word is in an area. */
function holds(area: Area, { left, right, bottom, top }: PageWord): boolean {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return x >= area.left && x <= area.right && y >= area.bottom && y <= area.top;
}
