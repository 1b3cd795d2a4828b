import type { Reauthentication } from '#events/single-sign-on/reauthentication.ts';

/** Tables of schema `identity` for single sign-on. */
export interface SingleSignOnTables {
  'identity.client_secret': ClientSecretTable;
  'identity.single_sign_on_flow': FlowTable;
  'identity.reauthentication': ReauthenticationTable;
}

interface ClientSecretTable {
  org_id: string;
  uid: string;
  /** Encrypted. */
  secret: Buffer;
  created_at: string;
}

interface FlowTable {
  org_id: string;
  /** SHA-256. */
  state: Buffer;
  browser: Buffer;
  user_uid: string | null;
  nonce: string;
  verifier: string;
  page: string;
  waiting: WaitingSignature | null;
  asked_at: string;
  expires_at: string;
}

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
export type Said = Reauthentication & { words: string };

interface ReauthenticationTable {
  org_id: string;
  uid: string;
  user_uid: string;
  said: Said;
  expires_at: string;
}
