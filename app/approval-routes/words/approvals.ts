import type { SignatureMeaning } from '#events/signature-meaning.ts';
import { inWords, inWordsFirst } from '#app/ui/text/count.ts';

const decisions: Partial<Record<SignatureMeaning, string>> = {
  reviewed: 'Reviewed',
  quality_approved: 'Approved for the quality unit',
  rejected: 'Did not approve',
};

/** What an approver signed, by the meaning of the signature: `Reviewed`. */
export const decisionWords = (meaning: SignatureMeaning | null): string =>
  (meaning && decisions[meaning]) ?? 'Approved';

/** Who signed an approval: the person who was asked, or `signer`, a deputy, for that person. */
export const signerWords = ({ name, signer }: { name: string; signer: string | null }): string =>
  signer === null ? name : `${signer} for ${name}`;

/** How many approvers have signed, as a sentence: `Two of three have signed.` */
export function signedWords({ signed, asked }: { signed: number; asked: number }): string {
  if (asked === 1) return 'Yours is the only signature.';
  if (signed === 0) return 'Nobody has signed yet.';
  return `${inWordsFirst(signed)} of ${inWords(asked)} ${signed === 1 ? 'has' : 'have'} signed.`;
}
