import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import { ok, refuse } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { pagesBelow } from '#app/pdf/page-count.ts';
import { repairPdf } from '#app/pdf/repair.ts';
import { isUnsoundPdf, readStructure, UnsoundPdf } from '#app/pdf/structure.ts';
import type { PdfStructure } from '#app/pdf/structure.ts';
import { bytesAccess } from '#app/storage/random-access.ts';
import type { RandomAccess } from '#app/storage/random-access.ts';

/** A PDF whose index can be read. `file` is the upload itself, or its mended copy where the index was wrong. */
export interface SoundPdf {
  file: RandomAccess;
  structure: PdfStructure;
  pages: number;
  pageTree: { ref: PDFRef; dict: PDFDict };
  mended: boolean;
}

const truncated = (detail: string): Result<never> => refuse('file_truncated', { detail });

/**
 * Reads a PDF's skeleton: a few blocks from its end, whatever its length. Refuses with `file_encrypted`, `file_truncated`
 * (its end is missing, or it is damaged beyond mending) or `file_content` (no pages), each with a sentence.
 */
export async function openPdf(file: RandomAccess): Promise<Result<SoundPdf>> {
  try {
    return await sound(file, false);
  } catch (error) {
    if (!isUnsoundPdf(error)) throw error;
    if (error.kind === 'cut') {
      return truncated('The PDF is cut short: its end is missing. Export it again, then upload it.');
    }
    if (error.kind === 'endless') return truncated(damaged);
  }
  const mended = await repairPdf(file);
  if (mended.kind === 'encrypted') return encrypted();
  if (mended.kind === 'mended') {
    try {
      return await sound(bytesAccess(mended.bytes), true);
    } catch (error) {
      if (!isUnsoundPdf(error)) throw error;
    }
  }
  return truncated(damaged);
}

/**
 * The number of pages, with the refusals of `openPdf`; `file_truncated` also where it is not the number that the PDF gives, of which some
 * readers show the one and some the other; and `file_not_pages` where readers show something else than the pages: a portfolio
 * (ISO 32000-1, 7.11.6), a form that each reader draws anew (XFA, 12.7.8), or what a script of the document makes of them (12.6.4.16),
 * another thing tomorrow. Who signs the pages would not have seen it.
 */
export async function inspectPdf(file: RandomAccess): Promise<Result<{ pages: number }>> {
  const opened = await openPdf(file);
  if (!opened.ok) return opened;
  try {
    return await lookThrough(opened.value);
  } catch (error) {
    if (isUnsoundPdf(error)) return truncated(damaged);
    throw error;
  }
}

async function lookThrough({ structure, pages, pageTree }: SoundPdf): Promise<Result<{ pages: number }>> {
  const found = await pagesBelow(pageTree.dict, (object) => follow(structure, object));
  if (found !== null && found !== pages) return truncated(miscounted);
  const catalog = await follow(structure, structure.trailer.get(PDFName.of('Root')));
  if (catalog instanceof PDFDict) {
    const drawnAnew = await follow(structure, catalog.get(PDFName.of('NeedsRendering')));
    if (drawnAnew === PDFBool.True) return refuse('file_not_pages', { detail: drawnByReader });
    const collection = await follow(structure, catalog.get(PDFName.of('Collection')));
    const attached = collection instanceof PDFDict && collection.get(PDFName.of('View')) !== PDFName.of('H');
    if (attached) return refuse('file_not_pages', { detail: portfolio });
    if (await hasScripts(structure, catalog)) return refuse('file_not_pages', { detail: scripted });
  }
  return ok({ pages });
}

const damaged = 'The PDF is damaged: its index does not lead to its pages. Export it again, then upload it.';
const miscounted = 'The PDF is damaged: it does not have as many pages as it says. Export it again, then upload it.';
const drawnByReader =
  'The PDF is a form (XFA) that each reader draws anew, so its pages are not fixed. Print it to a PDF, then upload that.';
const portfolio =
  'The PDF is a portfolio: its documents are attached to a cover page. Combine them into one PDF with pages, then upload that.';

const scripted =
  'The PDF has scripts of its own, which can change what its pages show. Print it to a PDF, then upload that.';

/** Whether the document itself runs scripts: where it is opened, printed, saved or closed. Those of a form's field wait for who fills it in. */
async function hasScripts(structure: PdfStructure, catalog: PDFDict): Promise<boolean> {
  const entry = async (dict: PDFDict, name: string) => follow(structure, dict.get(PDFName.of(name)));
  const names = await entry(catalog, 'Names');
  const scripts = names instanceof PDFDict ? await entry(names, 'JavaScript') : undefined;
  if (scripts instanceof PDFDict) {
    const below = (await entry(scripts, 'Names')) ?? (await entry(scripts, 'Kids'));
    if (below instanceof PDFArray && below.size() > 0) return true;
  }
  const events = await entry(catalog, 'AA');
  const actions = [catalog.get(PDFName.of('OpenAction')), ...(events instanceof PDFDict ? events.values() : [])];
  // Each may lead to further ones.
  for (let looked = 0; actions.length > 0; looked++) {
    if (looked === mostActions) throw new UnsoundPdf('broken', 'Its actions have no end');
    const action = await follow(structure, actions.shift());
    if (!(action instanceof PDFDict)) continue;
    if ((await entry(action, 'S')) === PDFName.of('JavaScript')) return true;
    const next = await entry(action, 'Next');
    actions.push(...(next instanceof PDFArray ? next.asArray() : [next]));
  }
  return false;
}

const mostActions = 100;

const encrypted = (): Result<never> =>
  refuse('file_encrypted', {
    detail: 'The PDF is encrypted. Save it without a password or restrictions, then upload it again.',
  });

async function sound(file: RandomAccess, mended: boolean): Promise<Result<SoundPdf>> {
  const structure = await readStructure(file);
  if (structure.trailer.has(PDFName.of('Encrypt'))) return encrypted();
  const catalog = await follow(structure, structure.trailer.get(PDFName.of('Root')));
  const treeRef = catalog instanceof PDFDict ? catalog.get(PDFName.of('Pages')) : undefined;
  const tree = await follow(structure, treeRef);
  if (!(treeRef instanceof PDFRef) || !(tree instanceof PDFDict))
    throw new UnsoundPdf('broken', 'There is no page tree');
  const count = await follow(structure, tree.get(PDFName.of('Count')));
  const pages = count instanceof PDFNumber ? count.asNumber() : Number.NaN;
  if (!Number.isInteger(pages) || pages < 0) throw new UnsoundPdf('broken', 'The page tree has no count');
  if (pages === 0) return refuse('file_content', { detail: 'The PDF has no pages.' });
  await checkEdge(structure, tree, () => 0);
  await checkEdge(structure, tree, (kids) => kids - 1);
  return ok({ file, structure, pages, pageTree: { ref: treeRef, dict: tree }, mended });
}

async function follow(structure: PdfStructure, object: PDFObject | undefined): Promise<PDFObject | undefined> {
  let found = object;
  for (let hops = 0; found instanceof PDFRef && hops < 16; hops++) found = await structure.fetch(found);
  return found;
}

/** Goes down one edge of the page tree: the index must lead to a page there. */
async function checkEdge(structure: PdfStructure, root: PDFDict, pick: (kids: number) => number): Promise<void> {
  let node: PDFObject | undefined = root;
  for (let depth = 0; depth < 64; depth++) {
    if (!(node instanceof PDFDict)) break;
    const kids = await follow(structure, node.get(PDFName.of('Kids')));
    if (!(kids instanceof PDFArray)) return;
    if (kids.size() === 0) return;
    node = await follow(structure, kids.get(pick(kids.size())));
  }
  throw new UnsoundPdf('broken', 'A page is missing');
}
