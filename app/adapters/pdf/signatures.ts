import { PDFArray, PDFDict, PDFHexString, PDFName, PDFRef, PDFString } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import { catalogOf, fieldName } from '#app/adapters/pdf/signature-field.ts';
import type { PdfUpdate } from '#app/adapters/pdf/update.ts';

const mostFields = 100_000;

/** Signatures outside fields: a certification, and the rights that its maker gave (ISO 32000-1, 12.8.4). */
const permitted = ['DocMDP', 'UR3', 'UR'].map((name) => PDFName.of(name));

/** Whether a PDF carries a signature: a field that is signed, or a permission (ISO 32000-1, 12.7.4.5, 12.8.4). */
export async function isSigned(update: PdfUpdate): Promise<boolean> {
  const { catalog } = await catalogOf(update);
  const permissions = await update.current(catalog.get(PDFName.of('Perms')));
  if (permissions instanceof PDFDict && permitted.some((name) => permissions.has(name))) return true;
  const { fields } = await formOf(update);
  const waiting: { field: PDFObject; type: PDFObject | undefined }[] = fields.map((field) => ({
    field,
    type: undefined,
  }));
  for (let looked = 0, next = waiting.pop(); next && looked < mostFields; looked++, next = waiting.pop()) {
    const field = await update.current(next.field);
    if (!(field instanceof PDFDict)) continue;
    const type = (await update.current(field.get(PDFName.of('FT')))) ?? next.type;
    if (type === PDFName.of('Sig') && (await update.current(field.get(PDFName.of('V')))) instanceof PDFDict)
      return true;
    const kids = await update.current(field.get(PDFName.of('Kids')));
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) waiting.push({ field: kid, type });
  }
  return false;
}

/**
 * Takes the product's own signature away, the newest field of its name, before a copy is marked and signed anew: what
 * is marked after a signature makes readers call it invalid.
 */
export async function removeOwnSignature(update: PdfUpdate): Promise<void> {
  const { form, formRef, fields } = await formOf(update);
  const last = fields.at(-1);
  const field = await update.current(last);
  if (!form || !(last instanceof PDFRef) || !(field instanceof PDFDict)) return;
  const name = await update.current(field.get(PDFName.of('T')));
  const isText = name instanceof PDFString || name instanceof PDFHexString;
  if (!isText || !name.decodeText().startsWith(fieldName)) return;
  const changed = update.copyOf(form);
  changed.set(PDFName.of('Fields'), without(update, fields, last));
  changed.delete(PDFName.of('SigFlags'));
  if (formRef) update.replace(formRef, changed);
  else {
    const { root, catalog } = await catalogOf(update);
    const copy = update.copyOf(catalog);
    copy.set(PDFName.of('AcroForm'), changed);
    update.replace(root, copy);
  }
  const page = field.get(PDFName.of('P'));
  const holder = await update.current(page);
  const annotations = holder instanceof PDFDict ? await update.current(holder.get(PDFName.of('Annots'))) : undefined;
  if (!(page instanceof PDFRef) || !(holder instanceof PDFDict) || !(annotations instanceof PDFArray)) return;
  const copy = update.copyOf(holder);
  copy.set(PDFName.of('Annots'), without(update, annotations.asArray(), last));
  update.replace(page, copy);
}

async function formOf(
  update: PdfUpdate,
): Promise<{ form: PDFDict | null; formRef: PDFRef | null; fields: PDFObject[] }> {
  const { catalog } = await catalogOf(update);
  const given = catalog.get(PDFName.of('AcroForm'));
  const form = await update.current(given);
  if (!(form instanceof PDFDict)) return { form: null, formRef: null, fields: [] };
  const fields = await update.current(form.get(PDFName.of('Fields')));
  return {
    form,
    formRef: given instanceof PDFRef ? given : null,
    fields: fields instanceof PDFArray ? fields.asArray() : [],
  };
}

function without(update: PdfUpdate, items: PDFObject[], ref: PDFRef): PDFArray {
  const array = PDFArray.withContext(update.context);
  for (const item of items) if (item !== ref) array.push(item);
  return array;
}
