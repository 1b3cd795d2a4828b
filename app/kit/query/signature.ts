import type { SignatureMeaning } from '#events/signature-meaning.ts';
import type { DocumentType } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';

/** A signature as its signer sees it. */
export interface OwnSignature {
  /** What the signer wrote on the line. */
  signedName: string;
  printedName: string;
  meaning: SignatureMeaning;
  reason: string;
  sha256: string;
  signedAt: Instant;
  /** How the signer was checked. */
  method: string;
  /** SHA-256 of the comparison that the form showed. */
  comparison: string | null;
}

/** The columns of a signature as one value; null before it is given. */
export const signatureOf = (row: {
  signer_name: string | null;
  signed_name: string | null;
  meaning: SignatureMeaning | null;
  reason: string | null;
  sha256: string | null;
  signed_at: Instant | null;
  signed_with: string | null;
  comparison: string | null;
}): OwnSignature | null =>
  row.signer_name && row.signed_name && row.meaning && row.sha256 && row.signed_at
    ? {
        signedName: row.signed_name,
        printedName: row.signer_name,
        meaning: row.meaning,
        reason: row.reason ?? '',
        sha256: row.sha256,
        signedAt: row.signed_at,
        method: row.signed_with ?? '',
        comparison: row.comparison,
      }
    : null;

/** The names of a version. */
export interface NamedVersion {
  document: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  name: string;
}

/** The columns that name a version, of a document `d` and its version `v`. */
export const namedColumns = [
  'd.uid as document',
  'd.type',
  'd.functional_area as functionalArea',
  'd.doc_num as docNum',
  'v.version',
  'v.name',
] as const;

/** Picks the fields that name a version. */
export const namedVersion = ({
  document,
  type,
  functionalArea,
  docNum,
  version,
  name,
}: NamedVersion): NamedVersion => ({
  document,
  type,
  functionalArea,
  docNum,
  version,
  name,
});
