import { openZip } from '#app/adapters/storage/content/zip.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

/** Bytes of the longest part that is unpacked. */
const largestPart = 64 * 1024 * 1024;

/** Where the formats hold their words. */
const parts: readonly RegExp[] = [
  /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/i,
  /^xl\/(sharedStrings|worksheets\/sheet\d+)\.xml$/i,
  /^content\.xml$/i,
];

/** Ends of paragraphs, cells and lines, which divide words. */
const dividing =
  /<\/?(?:w:p|w:tab|w:br|w:tc|si|c|row|text:p|text:h|text:tab|text:s|text:line-break|table:table-cell)\b[^>]*>/gi;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** In a spreadsheet's sheet only texts that stand in the cells themselves count; numbers and formulas are no words. */
const inlineOnly = (xml: string) => [...xml.matchAll(/<is>(.*?)<\/is>/gs)].map(([, text]) => text).join(' ');

function wordsOf(name: string, xml: string): string {
  return (/worksheets/i.test(name) ? inlineOnly(xml) : xml)
    .replace(/<(w:(?:instrText|delText))\b[^>]*>.*?<\/\1>/gs, '')
    .replace(/<w:noBreakHyphen\b[^>]*>/gi, '-')
    .replace(dividing, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex: string, digits: string, name: string) => {
      if (name) return entities[name] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(digits);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
    });
}

/** The text of a docx, xlsx or odt file (and of their like, such as a flat fodt); empty where it has none. */
export async function officeText(file: RandomAccess): Promise<string> {
  const isFlat = (await file.read(0, 64)).toString('latin1').trimStart().startsWith('<');
  if (isFlat) return wordsOf('content.xml', (await file.read(0, file.size)).toString('utf8'));
  const zip = await openZip(file, largestPart);
  const texts: string[] = [];
  for (const name of zip.names.filter((one) => parts.some((part) => part.test(one))))
    texts.push(wordsOf(name, (await zip.text(name)) ?? ''));
  return texts.join('\n');
}
