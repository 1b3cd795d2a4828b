import type { Reauthentication } from '#events/single-sign-on/reauthentication.ts';

/** The signature that waits while its person is at the issuer: the form's words and what they are about. */
export interface WaitingSignature {
  act: 'approve' | 'reject' | 'train';
  /** The uid of the approval or of the training record. */
  uid: string;
  document: string;
  signedName: string;
  consent: boolean;
  reason: string | null;
  comparison: string | null;
  commandId: string;
  /** What is to be signed, whose hash is the nonce. */
  words: string;
}

/** What the issuer said, and the words that it was asked about. */
export type Reauthenticated = Reauthentication & { words: string };
