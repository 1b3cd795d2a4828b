import { format } from 'date-fns/format';
import { TZDate } from '@date-fns/tz';
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import type { Instant } from '#events/time.ts';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import type { PdfUpdate } from '#app/adapters/pdf/update.ts';
import { unknownOffset } from '#app/adapters/pdf-signing/sign-update.ts';

/** What a reader shows of the certification signature. */
export interface SignatureFacts {
  organisation: string;
  reason: string;
  at: Instant;
}

/** What the name of the field begins with. */
export const fieldName = 'Imprimatur seal ';

const invisible = [0, 0, 0, 0];
/** Print, and locked (ISO 32000-1, table 165). */
const flags = 132;
/** Signatures exist, and the file may be appended to alone (table 219). */
const signaturesExist = 1;
const appendOnly = 2;

/**
 * Adds an invisible signature field on a page, with `room` bytes for the signature (ISO 32000-1, 12.8). Fields that are
 * there already stay as they are. Throws `UnsoundPdf` where there is no catalogue.
 */
export async function addSignatureField(
  update: PdfUpdate,
  page: PDFRef,
  facts: SignatureFacts,
  room: number,
): Promise<void> {
  const { context, original } = update;
  const { root, catalog } = await catalogOf(update);

  const signature = dictOf(update, {
    Type: PDFName.of('Sig'),
    Filter: PDFName.of('Adobe.PPKLite'),
    SubFilter: PDFName.of('ETSI.CAdES.detached'),
    ByteRange: numbers(update, [0, unknownOffset, unknownOffset, unknownOffset]),
    Contents: PDFHexString.of('0'.repeat(2 * room)),
    M: PDFString.of(`D:${format(new TZDate(facts.at, 'UTC'), 'yyyyMMddHHmmss')}Z`),
    Name: PDFHexString.fromText(facts.organisation),
    Reason: PDFHexString.fromText(facts.reason),
  });
  const field = dictOf(update, {
    Type: PDFName.of('Annot'),
    Subtype: PDFName.of('Widget'),
    FT: PDFName.of('Sig'),
    // One more than the highest object number of the original: no earlier signature of the file has it.
    T: PDFString.of(`${fieldName}${original.structure.size}`),
    V: context.register(signature),
    Rect: numbers(update, invisible),
    F: PDFNumber.of(flags),
    P: page,
  });
  const fieldRef = context.register(field);
  const holder = await update.current(page);
  if (!(holder instanceof PDFDict)) throw new UnsoundPdf('broken', 'A page is missing');
  const annotations = await update.current(holder.get(PDFName.of('Annots')));
  const changedPage = update.copyOf(holder);
  changedPage.set(
    PDFName.of('Annots'),
    arrayWith(update, annotations instanceof PDFArray ? annotations : undefined, fieldRef),
  );
  update.replace(page, changedPage);

  const given = catalog.get(PDFName.of('AcroForm'));
  const before = await update.current(given);
  const form = update.copyOf(before instanceof PDFDict ? before : undefined);
  const fields = await update.current(form.get(PDFName.of('Fields')));
  form.set(PDFName.of('Fields'), arrayWith(update, fields instanceof PDFArray ? fields : undefined, fieldRef));
  const set = await update.current(form.get(PDFName.of('SigFlags')));
  const earlier = set instanceof PDFNumber ? set.asNumber() : 0;
  form.set(PDFName.of('SigFlags'), PDFNumber.of(earlier | signaturesExist | appendOnly));
  if (given instanceof PDFRef && before instanceof PDFDict) {
    update.replace(given, form);
    return;
  }
  const changed = update.copyOf(catalog);
  changed.set(PDFName.of('AcroForm'), context.register(form));
  update.replace(root, changed);
}

/** The document's catalogue and its reference. Throws `UnsoundPdf` where there is none. */
export async function catalogOf(update: PdfUpdate): Promise<{ root: PDFRef; catalog: PDFDict }> {
  const root = update.original.structure.trailer.get(PDFName.of('Root'));
  const catalog = await update.current(root);
  if (!(root instanceof PDFRef) || !(catalog instanceof PDFDict))
    throw new UnsoundPdf('broken', 'There is no catalogue');
  return { root, catalog };
}

export function dictOf(update: PdfUpdate, entries: Record<string, PDFObject>): PDFDict {
  const dict = PDFDict.withContext(update.context);
  for (const [key, value] of Object.entries(entries)) dict.set(PDFName.of(key), value);
  return dict;
}

function numbers(update: PdfUpdate, values: number[]): PDFArray {
  const array = PDFArray.withContext(update.context);
  for (const value of values) array.push(PDFNumber.of(value));
  return array;
}

export function arrayWith(update: PdfUpdate, given: PDFArray | undefined, item: PDFObject): PDFArray {
  const array = PDFArray.withContext(update.context);
  for (const one of [...(given?.asArray() ?? []), item]) array.push(one);
  return array;
}
