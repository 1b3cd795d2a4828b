import type { FileKind } from '#events/document/events.ts';

interface Format {
  label: string;
  mediaType: string;
}

const office = 'application/vnd.openxmlformats-officedocument';
const oasis = 'application/vnd.oasis.opendocument';

/** The file types that the specification accepts: extension → what it is called and its media type. */
export const formats = {
  pdf: { label: 'a PDF', mediaType: 'application/pdf' },
  doc: { label: 'a Word 97-2003 document', mediaType: 'application/msword' },
  docx: { label: 'a Word document', mediaType: `${office}.wordprocessingml.document` },
  docm: {
    label: 'a Word document with macros',
    mediaType: 'application/vnd.ms-word.document.macroEnabled.12',
  },
  dotx: { label: 'a Word template', mediaType: `${office}.wordprocessingml.template` },
  ppt: { label: 'a PowerPoint 97-2003 presentation', mediaType: 'application/vnd.ms-powerpoint' },
  pptx: { label: 'a PowerPoint presentation', mediaType: `${office}.presentationml.presentation` },
  pptm: {
    label: 'a PowerPoint presentation with macros',
    mediaType: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
  },
  ppsx: { label: 'a PowerPoint show', mediaType: `${office}.presentationml.slideshow` },
  thmx: { label: 'an Office theme', mediaType: 'application/vnd.ms-officetheme' },
  potx: { label: 'a PowerPoint template', mediaType: `${office}.presentationml.template` },
  xls: { label: 'an Excel 97-2003 workbook', mediaType: 'application/vnd.ms-excel' },
  xlsx: { label: 'an Excel workbook', mediaType: `${office}.spreadsheetml.sheet` },
  xltx: { label: 'an Excel template', mediaType: `${office}.spreadsheetml.template` },
  odt: { label: 'an OpenDocument text', mediaType: `${oasis}.text` },
  fodt: { label: 'a flat OpenDocument text', mediaType: `${oasis}.text-flat-xml` },
  ods: { label: 'an OpenDocument spreadsheet', mediaType: `${oasis}.spreadsheet` },
  fods: { label: 'a flat OpenDocument spreadsheet', mediaType: `${oasis}.spreadsheet-flat-xml` },
  odp: { label: 'an OpenDocument presentation', mediaType: `${oasis}.presentation` },
  fodp: { label: 'a flat OpenDocument presentation', mediaType: `${oasis}.presentation-flat-xml` },
  pages: { label: 'a Pages document', mediaType: 'application/vnd.apple.pages' },
  key: { label: 'a Keynote presentation', mediaType: 'application/vnd.apple.keynote' },
  numbers: { label: 'a Numbers spreadsheet', mediaType: 'application/vnd.apple.numbers' },
} as const satisfies Record<string, Format>;

export type Extension = keyof typeof formats;

const isExtension = (text: string): text is Extension => Object.hasOwn(formats, text);

/** In the specification's order: for `accept` and for messages. */
export const workingExtensions = (Object.keys(formats) as Extension[]).filter((extension) => extension !== 'pdf');

/** The extension of a file name, lower case, where it is one that the product knows. */
export function extensionOf(filename: string): Extension | null {
  const extension = /\.([A-Za-z0-9]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return isExtension(extension) ? extension : null;
}

export const accepts = (kind: FileKind, extension: Extension): boolean => (extension === 'pdf') === (kind === 'final');

/** The value of an `accept` attribute. */
export const acceptAttribute = (kind: FileKind): string =>
  kind === 'final' ? '.pdf' : workingExtensions.map((extension) => `.${extension}`).join(',');
