import { createHash } from 'node:crypto';
import { collect } from '#app/adapters/pdf/intake/engine.ts';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';
import { inBlocks, watchFaults } from '#app/adapters/storage/random-access.ts';
import { cleanText } from '#app/search/text/clean.ts';
import { officeText } from '#app/search/text/office.ts';
import { borrowFile, type LentFile } from '#app/adapters/workers/lent-file.ts';

/** Letters that are read of one file, at most: three million words. */
const mostLetters = 20_000_000;

/** The text of each page; null where the file cannot be read, or the stored bytes are not those with this SHA-256. */
export default async function readText({
  file,
  sha256,
  as,
}: {
  file: LentFile;
  sha256: string;
  as: 'pdf' | 'office';
}): Promise<string[] | null> {
  const { file: borrowed, rethrow } = watchFaults(borrowFile(file));
  try {
    if (as === 'office') return [cleanText(await officeText(inBlocks(borrowed))).slice(0, mostLetters)];
    const bytes = await borrowed.read(0, file.size);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) return null;
    return await withDocument(bytes, (document) => {
      const pages: string[] = [];
      let room = mostLetters;
      for (let at = 0; at < document.getPageCount() && room > 0; at++) {
        const text = cleanText(document.getPage(at).getText()).slice(0, room);
        room -= text.length;
        pages.push(text);
      }
      return pages;
    });
  } catch {
    // Storage may answer later; a damaged file stays as it is.
    rethrow();
    return null;
  } finally {
    await collect();
  }
}
