import type { DocumentType } from '#events/document/events.ts';

/** The types that forms offer, in the specification's order. `T` is read and shown, never offered. */
export const offeredTypes = [
  'SOP',
  'Policy',
  'Form',
  'Template',
  'Work_Instruction',
  'Other',
] as const satisfies DocumentType[];

export const isOfferedType = (type: string): type is (typeof offeredTypes)[number] =>
  offeredTypes.some((offered) => offered === type);

/** Work_Instruction is displayed as WI; the others as they are stored. */
export const typeLabel = (type: DocumentType): string => (type === 'Work_Instruction' ? 'WI' : type);
