import type { DocumentType } from '#events/document/events.ts';
import { invalidNumber, texts } from '#events/texts.ts';

const plain = /^\d{3}$/;
const withPart = /^\d{3}-\d{2}$/;

/** Forms and Templates belong to a procedure and carry a part: ###-##. Every other type uses ###. */
const hasPart = (type: DocumentType): boolean => type === 'Form' || type === 'Template';

/** The placeholder that a form shows for the doc ID of this type. */
export const numberPlaceholder = (type: DocumentType): string => (hasPart(type) ? '001-01' : '001');

/** True where the text is a doc ID of this type and is not all zeros. */
export const isDocumentNumber = (text: string, type: DocumentType): boolean =>
  (hasPart(type) ? withPart : plain).test(text) && /[1-9]/.test(text);

/** What is wrong with a doc ID, in the specification's words; null where nothing is. */
export function numberProblem(text: string, type: DocumentType): string | null {
  if (text === '') return texts.required;
  return isDocumentNumber(text, type) ? null : invalidNumber(numberPlaceholder(type));
}

/**
 * The doc ID to propose: after the highest of `own` (the area's), the first that is not in `taken` (the type's), and
 * where there is none the first of all. A Form or a Template begins with part 01. Null where none is left.
 */
export function nextNumber(type: DocumentType, own: readonly string[], taken: ReadonlySet<string>): string | null {
  const highest = Math.max(
    0,
    ...own.filter((text) => isDocumentNumber(text, type)).map((text) => Number(text.slice(0, 3))),
  );
  for (let step = 0; step < 999; step++) {
    const number = ((highest + step) % 999) + 1;
    const text = `${String(number).padStart(3, '0')}${hasPart(type) ? '-01' : ''}`;
    if (!taken.has(text)) return text;
  }
  return null;
}
