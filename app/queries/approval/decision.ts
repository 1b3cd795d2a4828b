import type { SignatureMethod } from '#events/signature.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';

/** What an approver decided, as the signature records it. `decidedAt`: ISO 8601 in UTC. */
export interface Decision {
  decidedAt: string;
  meaning: SignatureMeaning;
  reason: string | null;
  /** Of the PDF that was signed. */
  sha256: string;
  /** How the signer was checked. */
  method: SignatureMethod | null;
  /** SHA-256 of the comparison that the form showed. */
  comparison: string | null;
}

/** The decision of an approval's row; null before it is given. */
export const decisionOf = (row: {
  signed_at: string | null;
  meaning: SignatureMeaning | null;
  reason: string | null;
  sha256: string | null;
  signed_with: SignatureMethod | null;
  comparison: string | null;
}): Decision | null =>
  row.signed_at && row.meaning && row.sha256
    ? {
        decidedAt: row.signed_at,
        meaning: row.meaning,
        reason: row.reason,
        sha256: row.sha256,
        method: row.signed_with,
        comparison: row.comparison,
      }
    : null;
