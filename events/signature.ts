import { z } from 'zod';
import { instant, sha256, uid } from '#events/common.ts';

/** What the signer declares (21 CFR 11.50(a)(3)). The words that show are in `signatureMeanings`. */
export const signatureMeaning = z.enum(['approved', 'rejected', 'read_and_understood']);
export type SignatureMeaning = z.infer<typeof signatureMeaning>;

/** The consent labels of the specification, which are the meanings' words in a manifestation. */
export const signatureMeanings: Record<SignatureMeaning, string> = {
  approved: 'I approve this document',
  rejected: 'I do not approve this document for the following reason:',
  read_and_understood: 'I have read and understand',
};

/**
 * An electronic signature: who (uid, and the printed name and role at that time), what it means, why, over which exact PDF,
 * and when, from the server's clock in UTC (21 CFR 11.50, 11.70, 11.200). `signedName` is what the signer typed on the line.
 */
export const signature = z.object({
  signer: uid,
  printedName: z.string(),
  signedName: z.string(),
  role: z.string(),
  meaning: signatureMeaning,
  reason: z.string(),
  document: uid,
  version: z.string(),
  sha256,
  signedAt: instant,
  credential: z.object({ method: z.literal('email and password'), checkedAt: instant }),
});
export type Signature = z.infer<typeof signature>;
