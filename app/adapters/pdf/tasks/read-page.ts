import { createHash } from 'node:crypto';
import type { PDFiumPage } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';
import { withDocument } from '#app/adapters/pdf/intake/pdfium.ts';
import { borrowFile, type LentFile } from '#app/adapters/workers/lent-file.ts';

/** Pixels. */
const widths = { picture: 1200, thumbnail: 180 };

/** How a page is read. */
export type PageAs = keyof typeof widths | 'text';

export type PageRead = { png: Uint8Array } | { text: string } | 'unreadable' | null;

/**
 * A page as a PNG or as its text. Null where there is no such page, or the stored bytes are not those with this
 * SHA-256.
 */
export default async function readPage({
  file,
  sha256,
  page,
  as,
}: {
  file: LentFile;
  sha256: string;
  page: number;
  as: PageAs;
}): Promise<PageRead> {
  const bytes = await borrowFile(file).read(0, file.size);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return null;
  try {
    return await withDocument(bytes, async (document) => {
      // The library crashes on a page that is not there.
      if (page > document.getPageCount()) return null;
      const found = document.getPage(page - 1);
      return as === 'text' ? { text: found.getText() } : { png: await draw(found, widths[as]) };
    });
  } catch {
    return 'unreadable';
  }
}

async function draw(page: PDFiumPage, pictureWidth: number): Promise<Uint8Array> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('The page cannot be read');
  const picture = await page.render({
    scale: Math.min(4, pictureWidth / originalWidth, (2 * pictureWidth) / originalHeight),
    // Filled-in fields are drawn too: other readers show them, and the signer must have seen them.
    renderFormFields: true,
    render: ({ data, width, height }) => {
      const png = new PNG({ width, height, colorType: 2, inputHasAlpha: true });
      png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      return Promise.resolve(PNG.sync.write(png, { colorType: 2, inputHasAlpha: true }));
    },
  });
  return new Uint8Array(picture.data);
}
