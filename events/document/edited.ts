import type { Change } from '#events/common.ts';
import { documentType } from '#events/document/events.ts';
import type { Document } from '#events/document/state.ts';

/** The text of a field of a draft (`change` carries text) as the document holds it. */
function edit(document: Document, field: string, value: string): Document {
  switch (field) {
    case 'name':
    case 'functionalArea':
    case 'docNum':
      return { ...document, [field]: value };
    case 'type':
      return { ...document, type: documentType.safeParse(value).data ?? document.type };
    case 'version':
      return { ...document, current: { ...document.current, version: value } };
    case 'externallyEffective':
      return { ...document, saidExternallyEffective: value === 'true' };
    case 'declarationReason':
      return { ...document, saidReason: value };
    case 'trainingInterval':
    case 'reviewInterval':
      return { ...document, [field]: Number(value) };
    default:
      return document;
  }
}

export const editAll = (document: Document, changes: readonly Change[]): Document =>
  changes.reduce((edited, one) => edit(edited, one.field, one.new ?? ''), document);
