import { createHash } from 'node:crypto';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';
import { borrowFile, type LentFile } from '#app/adapters/workers/lent-file.ts';

/** A place in the text of a page, which counts from 1, with the words around it. */
export interface TextHit {
  page: number;
  before: string;
  match: string;
  after: string;
}

export interface FoundText {
  hits: TextHit[];
  /** There are more than are listed. */
  more: boolean;
  /** Pages without text, such as scans. */
  silent: number;
}

const mostHits = 100;
/** Characters on each side of a place. */
const around = 40;

/** Spaces and line ends are one; ligatures are their letters. */
const inOneLine = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** Finds words in the text of all pages, in any case. Null where the stored bytes are not those with this SHA-256. */
export default async function findText({
  file,
  sha256,
  words,
}: {
  file: LentFile;
  sha256: string;
  words: string;
}): Promise<FoundText | 'unreadable' | null> {
  const bytes = await borrowFile(file).read(0, file.size);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return null;
  const pattern = new RegExp(inOneLine(words).replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), 'giu');
  const found: FoundText = { hits: [], more: false, silent: 0 };
  try {
    return await withDocument(bytes, async (document) => {
      for (let page = 1; page <= document.getPageCount(); page++) {
        const text = inOneLine(document.getPage(page - 1).getText());
        if (text === '') found.silent += 1;
        for (const { 0: match, index } of text.matchAll(pattern)) {
          if (found.hits.length === mostHits) return { ...found, more: true };
          const end = index + match.length;
          found.hits.push({
            page,
            before: `${index > around ? '…' : ''}${text.slice(Math.max(0, index - around), index)}`,
            match,
            after: `${text.slice(end, end + around)}${end + around < text.length ? '…' : ''}`,
          });
        }
      }
      return found;
    });
  } catch {
    return 'unreadable';
  }
}
