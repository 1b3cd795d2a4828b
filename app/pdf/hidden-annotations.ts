import { PDFArray, PDFDict, PDFName } from 'pdf-lib';
import { boxOf, type Box, type PageFrame } from '#app/pdf/page-geometry.ts';
import type { PdfUpdate } from '#app/pdf/update.ts';

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;

/**
 * The page's annotations without those that nobody saw, since they lie beyond its visible part, and that `grown`, its visible part with the
 * bands, would bring to light: annotations are drawn over everything else. Null where none is to be left out.
 */
export async function withoutHidden(
  update: PdfUpdate,
  { dict, media, visible }: PageFrame,
  grown: Box,
): Promise<PDFArray | null> {
  // Only what was cropped away can have anything on it; looking at each annotation of a large file is slow.
  if (sameBox(media, visible)) return null;
  const given = await update.current(dict.get(PDFName.of('Annots')));
  if (!(given instanceof PDFArray)) return null;
  const kept = PDFArray.withContext(update.context);
  for (const item of given.asArray()) {
    const annotation = await update.current(item);
    const place = annotation instanceof PDFDict ? await boxOf(update, annotation.get(PDFName.of('Rect'))) : null;
    if (!place || meet(place, visible) || !meet(place, grown)) kept.push(item);
  }
  return kept.size() === given.size() ? null : kept;
}

const sameBox = (a: Box, b: Box): boolean =>
  a.left === b.left && a.bottom === b.bottom && a.right === b.right && a.top === b.top;
