/** The consent labels of the specification, printed in a manifestation. Here alone, so that a page needs no zod. */
export const signatureMeanings = {
  reviewed: 'I have reviewed this document',
  approved: 'I approve this document',
  quality_approved: 'I approve this document for the quality unit',
  rejected: 'I do not approve this document for the following reason:',
  import_checked: 'I have compared the sample of this import with its source',
  import_approved: 'I approve this import',
  read_and_understood: 'I have read and understand',
} as const;

/** What a signer declares (21 CFR 11.50(a)(3)). */
export type SignatureMeaning = keyof typeof signatureMeanings;
