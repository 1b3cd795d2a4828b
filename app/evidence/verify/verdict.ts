import type { ProvenSignature } from './event.ts';

/** What can be said of a file that somebody brought, in plain words. */
export interface Verdict {
  /** As it was given. */
  file: string;
  /** `holds`: all that it claims was checked and is so. `refused`: something is not. `unproven`: it claims nothing that can be checked. */
  outcome: 'holds' | 'refused' | 'unproven';
  heading: string;
  /** What is proven; whole sentences. */
  proven: string[];
  /** What is not; whole sentences. */
  notProven: string[];
  facts: { name: string; value: string; kind: 'text' | 'hash' | 'moment' }[];
  /** By whose key. Null where nothing was signed. */
  key: KeyVerdict | null;
  signatures: ShownSignature[];
}

export interface KeyVerdict {
  name: string;
  vkey: string;
  /** SHA-256 of the key's DER, in hexadecimal. */
  fingerprint: string;
  /** Whether it is one that the reader trusts: this installation's, or the one given. Null where none was given to compare with. */
  trusted: boolean | null;
}

export type ShownSignature = ProvenSignature & {
  /** The file of the pack, or the one brought along, whose fingerprint the signature names. */
  file: string | null;
};

const meanings: Record<string, string> = {
  approved: 'approved',
  rejected: 'rejected',
  read_and_understood: 'read and understood',
};

/** `Hana Kobayashi read and understood version 1.0`. */
export const signatureInWords = ({ printedName, meaning, version }: ShownSignature): string =>
  `${printedName} ${meanings[meaning] ?? meaning} version ${version}`;

/** Something that is not as it claims to be. */
export const refused = (file: string, at: string, reason: string): Verdict => ({
  file,
  outcome: 'refused',
  heading: at === file ? `This does not hold: it ${reason}` : `This does not hold: ${at} ${reason}`,
  proven: [],
  notProven: [
    'The check ended here, and nothing else in it counts. Get the file again from the organisation; if it is still so, ask them why.',
  ],
  facts: [],
  key: null,
  signatures: [],
});
