import type { SignatureMeaning } from '#events/signature-meaning.ts';

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
