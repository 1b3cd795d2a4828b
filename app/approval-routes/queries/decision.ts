import { sql, type RawBuilder } from 'kysely';
import type { Named } from '#events/common.ts';
import type { SignatureMethod } from '#events/signature.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import type { Instant } from '#events/time.ts';

/** What an approver decided, as the signature records it. */
export interface Decision {
  decidedAt: Instant;
  meaning: SignatureMeaning;
  reason: string | null;
  /** Of the PDF that was signed. */
  sha256: string;
  /** The signer's name as it was recorded with the signature. */
  signedAs: string;
  /** How the signer was checked. */
  method: SignatureMethod | null;
  /** SHA-256 of the comparison that the form showed. */
  comparison: string | null;
}

/** Where an approval stands on its version's route, and who signed it for the person who was asked. */
export interface ApprovalPlace {
  /** The number of the step, from 1; null without a route. */
  step: number | null;
  /** The name of the function that the person was asked for. */
  held: string | null;
  deputy: Named | null;
}

/** The columns of an approval's row for its place. */
export const placeColumns = ['step', 'function_name', 'signer_uid', 'signer_name'] as const;

/** The deputy who signed an approval `a`; null where the person signed who was asked, or nobody yet. */
export const deputyName: RawBuilder<string | null> = sql`case when a.signer_uid is not null then a.signer_name end`;

export const placeOf = (row: {
  step: number | null;
  function_name: string | null;
  signer_uid: string | null;
  signer_name: string | null;
}): ApprovalPlace => ({
  step: row.step,
  held: row.function_name,
  deputy: row.signer_uid === null ? null : { uid: row.signer_uid, name: row.signer_name ?? '' },
});

/** The decision of an approval's row; null before it is given. */
export const decisionOf = (row: {
  signed_at: Instant | null;
  meaning: SignatureMeaning | null;
  reason: string | null;
  sha256: string | null;
  signer_name: string | null;
  signed_with: SignatureMethod | null;
  comparison: string | null;
}): Decision | null =>
  row.signed_at && row.meaning && row.sha256
    ? {
        decidedAt: row.signed_at,
        meaning: row.meaning,
        reason: row.reason,
        sha256: row.sha256,
        signedAs: row.signer_name ?? '',
        method: row.signed_with,
        comparison: row.comparison,
      }
    : null;
