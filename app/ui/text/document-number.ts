import type { DocumentType } from '#events/document/events.ts';
import { typeLabel } from '#events/document/type.ts';

/** `SOP - QA - 017`: how a document is named beside its title. */
export const documentNumber = (of: { type: DocumentType; functionalArea: string; docNum: string }): string =>
  `${typeLabel(of.type)} - ${of.functionalArea} - ${of.docNum}`;
