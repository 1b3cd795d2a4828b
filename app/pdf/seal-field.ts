import type { Hash } from 'node:crypto';
import { format } from 'date-fns/format';
import { TZDate } from '@date-fns/tz';
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import { UnsoundPdf } from '#app/pdf/structure.ts';
import type { PdfUpdate } from '#app/pdf/update.ts';
import { detachedSignature } from '#app/pdf-signing/cades.ts';
import type { Sealer } from '#app/pdf-signing/configured-certificate.ts';

/** What a reader shows of the seal. `at`: ISO 8601 in UTC. */
export interface SealFacts {
  organisation: string;
  reason: string;
  at: string;
}

const unknown = 9_999_999_999;
const invisible = [0, 0, 0, 0];
/** Print, and locked (ISO 32000-1, table 165). */
const flags = 132;
/** Signatures exist, and the file may be appended to alone (table 219). */
const signaturesExist = 1;
const appendOnly = 2;

/**
 * Adds a signature field without a face, on a page that this update adds, whose signature `sealUpdate` fills in afterwards (ISO 32000-1,
 * 12.8). Fields and signatures that are there already stay as they are. Throws `UnsoundPdf` where there is no catalogue.
 */
export async function addSealField(update: PdfUpdate, page: PDFRef, facts: SealFacts, sealer: Sealer): Promise<void> {
  const { context, original } = update;
  const root = original.structure.trailer.get(PDFName.of('Root'));
  const catalog = await update.current(root);
  if (!(root instanceof PDFRef) || !(catalog instanceof PDFDict))
    throw new UnsoundPdf('broken', 'There is no catalogue');

  const signature = dictOf(update, {
    Type: PDFName.of('Sig'),
    Filter: PDFName.of('Adobe.PPKLite'),
    SubFilter: PDFName.of('ETSI.CAdES.detached'),
    ByteRange: numbers(update, [0, unknown, unknown, unknown]),
    Contents: PDFHexString.of('0'.repeat(2 * roomFor(sealer))),
    M: PDFString.of(`D:${format(new TZDate(facts.at, 'UTC'), 'yyyyMMddHHmmss')}Z`),
    Name: PDFHexString.fromText(facts.organisation),
    Reason: PDFHexString.fromText(facts.reason),
  });
  const field = dictOf(update, {
    Type: PDFName.of('Annot'),
    Subtype: PDFName.of('Widget'),
    FT: PDFName.of('Sig'),
    // One more than the highest object number of the original: no earlier seal of the file has it.
    T: PDFString.of(`Imprimatur seal ${original.structure.size}`),
    V: context.register(signature),
    Rect: numbers(update, invisible),
    F: PDFNumber.of(flags),
    P: page,
  });
  const fieldRef = context.register(field);
  const holder = context.lookup(page, PDFDict);
  const annotations = context.lookupMaybe(holder.get(PDFName.of('Annots')), PDFArray);
  holder.set(PDFName.of('Annots'), arrayWith(update, annotations, fieldRef));

  const given = catalog.get(PDFName.of('AcroForm'));
  const before = await update.current(given);
  const form = update.copyOf(before instanceof PDFDict ? before : undefined);
  const fields = await update.current(form.get(PDFName.of('Fields')));
  form.set(PDFName.of('Fields'), arrayWith(update, fields instanceof PDFArray ? fields : undefined, fieldRef));
  const set = await update.current(form.get(PDFName.of('SigFlags')));
  const earlier = set instanceof PDFNumber ? set.asNumber() : 0;
  form.set(PDFName.of('SigFlags'), PDFNumber.of(earlier | signaturesExist | appendOnly));
  if (given instanceof PDFRef && before instanceof PDFDict) return update.replace(given, form);
  const changed = update.copyOf(catalog);
  changed.set(PDFName.of('AcroForm'), context.register(form));
  update.replace(root, changed);
}

/**
 * Signs everything but the signature itself: what comes before the update, which `before` has taken in (`size` bytes), and the update's own
 * bytes. Answers these with the signature filled in, as long as they were.
 */
export function sealUpdate(
  tail: Buffer,
  { size, before, sealer }: { size: number; before: Hash; sealer: Sealer },
): Buffer {
  const sealed = Buffer.from(tail);
  const room = 2 * roomFor(sealer);
  const start = onlyIndexOf(sealed, `<${'0'.repeat(room)}>`);
  const end = start + room + 2;
  const range = onlyIndexOf(sealed, `[ 0 ${unknown} ${unknown} ${unknown} ]`);
  const written = `[ 0 ${size + start} ${size + end} ${sealed.length - end} ]`;
  sealed.write(written.padEnd(`[ 0 ${unknown} ${unknown} ${unknown} ]`.length), range, 'latin1');
  const digest = before.copy().update(sealed.subarray(0, start)).update(sealed.subarray(end)).digest();
  const signature = detachedSignature(digest, sealer).toString('hex');
  if (signature.length > room) throw new Error('The signature is longer than was foreseen');
  sealed.write(signature, start + 1, 'latin1');
  return sealed;
}

/** Bytes: the certificates, and more than the signature and all around it take (RSA of 16,384 bits: 2,048). */
const roomFor = ({ chain }: Sealer): number => chain.reduce((sum, one) => sum + one.length, 0) + 3072;

function onlyIndexOf(bytes: Buffer, text: string): number {
  const at = bytes.indexOf(text, 0, 'latin1');
  if (at < 0 || bytes.indexOf(text, at + 1, 'latin1') >= 0) throw new Error('The place of the signature is not found');
  return at;
}

function dictOf(update: PdfUpdate, entries: Record<string, PDFObject>): PDFDict {
  const dict = PDFDict.withContext(update.context);
  for (const [key, value] of Object.entries(entries)) dict.set(PDFName.of(key), value);
  return dict;
}

function numbers(update: PdfUpdate, values: number[]): PDFArray {
  const array = PDFArray.withContext(update.context);
  for (const value of values) array.push(PDFNumber.of(value));
  return array;
}

function arrayWith(update: PdfUpdate, given: PDFArray | undefined, item: PDFObject): PDFArray {
  const array = PDFArray.withContext(update.context);
  for (const one of [...(given?.asArray() ?? []), item]) array.push(one);
  return array;
}
