import type { ProvenSignature } from './event.ts';

/** The result of verifying a file, in plain words. */
export interface Verdict {
  /** As it was given. */
  file: string;
  /** `holds`: all its claims were verified. `refused`: a claim is false. `unproven`: it has no verifiable claim. */
  outcome: 'holds' | 'refused' | 'unproven';
  heading: string;
  /** What is proven; whole sentences. */
  proven: string[];
  /** What is not; whole sentences. */
  notProven: string[];
  facts: { name: string; value: string; kind: 'text' | 'hash' | 'moment' }[];
  /** The signer's key; null when nothing was signed. */
  key: KeyVerdict | null;
  /** Whether a certificate that the reader knows seals all of the PDF or the pack's index. Null: it has no seal. */
  sealed: boolean | null;
  signatures: SignatureView[];
}

export interface KeyVerdict {
  name: string;
  vkey: string;
  /** SHA-256 of the key's DER, in hexadecimal. */
  fingerprint: string;
  /** Whether the reader trusts it: it is this installation's or the given one. Null when no key was given. */
  trusted: boolean | null;
}

export type SignatureView = ProvenSignature & {
  /** The file of the pack, or given with it, whose fingerprint the signature names. */
  file: string | null;
};

const meanings: Record<string, string> = {
  approved: 'approved',
  rejected: 'rejected',
  read_and_understood: 'read and understood',
};

/** `Hana Kobayashi read and understood version 1.0`, and how she was checked where it was by more than a password. */
export const signatureInWords = ({ printedName, meaning, version, method }: SignatureView): string =>
  `${printedName} ${meanings[meaning] ?? meaning} version ${version}` +
  (method === '' || method === 'email and password' ? '' : `, with ${method}`);

/** The verdict on a file that is not what it claims to be. */
export const refused = (file: string, at: string, reason: string): Verdict => ({
  file,
  outcome: 'refused',
  heading: at === file ? `This does not hold: it ${reason}` : `This does not hold: ${at} ${reason}`,
  proven: [],
  notProven: [
    'The check ended here, and nothing else in it counts. Get the file again from the organisation. ' +
      'If it still does not hold, ask them why.',
  ],
  facts: [],
  key: null,
  sealed: null,
  signatures: [],
});
