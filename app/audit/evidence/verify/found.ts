import type { ProvenBundle } from './bundle.ts';
import type { Checkpoint } from './checkpoint.ts';
import { hexOf } from './encoding.ts';
import type { ProvenEvent } from './event.ts';
import { fingerprintOf, isSameKey, type Key } from './note.ts';
import type { ProvenPack } from './pack.ts';
import type { PdfSignature } from './pdf-signatures.ts';
import type { KeyVerdict, SignatureView, Verdict } from './verdict.ts';

/** The keys that the reader trusts; empty when there is nothing to compare with. */
export type Trusted = readonly Key[];

/**
 * SHA-256 of the certificates that the reader knows: those that seal, and authorities that issue them. Null: there is
 * nothing to compare with.
 */
export type Known = readonly string[] | null;

/** A PDF and its certification signatures. */
export interface SignedFile {
  path: string;
  size: number;
  signatures: PdfSignature[];
}

/** A given file, read and checked on its own. Its verdict also depends on the files given with it. */
export type Found =
  | { kind: 'pack'; file: string; pack: ProvenPack; signed: SignedFile[] }
  | { kind: 'bundle'; file: string; bundle: ProvenBundle }
  | { kind: 'proof'; file: string; text: string }
  | { kind: 'event'; file: string; bytes: Uint8Array }
  | { kind: 'pdf'; file: string; sha256: string; size: number; signatures: PdfSignature[] }
  | { kind: 'refused'; file: string; at: string; reason: string };

export type FoundOf<K extends Found['kind']> = Extract<Found, { kind: K }>;

export const keyVerdict = (key: Key, trusted: Trusted): KeyVerdict => ({
  name: key.name,
  vkey: key.vkey,
  fingerprint: fingerprintOf(key),
  trusted: trusted.length === 0 ? null : trusted.some((one) => isSameKey(one, key)),
});

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`;

const timesOfServer =
  'Times are those of the organisation’s own server, fixed when each event was recorded. ' +
  'No third party has confirmed them.';

/** What the times of these events are worth. */
export function aboutTime(events: readonly Pick<ProvenEvent, 'isSimulated'>[]): string {
  const simulated = events.filter(({ isSimulated }) => isSimulated).length;
  if (simulated === 0) return timesOfServer;
  return `This is a demonstration: the times of ${count(simulated, 'event')} are simulated. ${timesOfServer}`;
}
export const aboutKey =
  'That the key is the organisation’s is for you to check: compare its fingerprint with the one they sent you ' +
  'through a separate channel.';

export const aboutReadable =
  'What is written for reading (index.html, index.pdf, README.txt, the names and titles in pack.json) comes from the ' +
  'organisation’s server. That it says what the events say was not compared: where they differ, the events count.';

const afterSignOn =
  'made after the signer signed in again with single sign-on: the nonce of that is the hash of exactly these words.';

/** What the signatures with passkeys and with single sign-on prove, one sentence each. */
export function provenByPasskeys(events: readonly ProvenEvent[]): string[] {
  const bySignOn = events.filter(({ signature }) => signature?.method === 'OIDC re-authentication').length;
  const signedOn = bySignOn === 0 ? [] : [`${count(bySignOn, 'signature was', 'signatures were')} ${afterSignOn}`];
  const made = events.filter(({ signature }) => signature?.passkey === 'holds').length;
  if (made === 0) return signedOn;
  const signatures = count(made, 'signature was', 'signatures were');
  return [
    ...signedOn,
    `${signatures} made by a passkey that the signer had enrolled, over exactly these words: nobody else can ` +
      'make one, the organisation’s own server included.',
  ];
}

/** What they do not prove, one sentence each. */
export function unprovenByPasskeys(events: readonly ProvenEvent[]): string[] {
  const unchecked = events.filter(({ signature }) => signature?.passkey === 'unchecked').length;
  return [
    ...(events.some(({ signature }) => signature?.method === 'OIDC re-authentication')
      ? ['That the directory said so at single sign-on: its token is not stored, and the server recorded what it said.']
      : []),
    ...(events.some(({ signature }) => signature?.passkey === 'holds')
      ? ['That a passkey was the signer’s own when it was enrolled: the server recorded it, and sent them an email.']
      : []),
    ...(unchecked > 0
      ? [
          `${count(unchecked, 'signature')} with a passkey: only evidence packs and audit bundles hold the passkeys’ ` +
            'public keys, and browsers check them on HTTPS alone.',
        ]
      : []),
  ];
}

export const logFacts = ({ size, root }: Checkpoint): Verdict['facts'] => [
  { name: 'The ledger', value: count(size, 'event'), kind: 'text' },
  { name: 'Root', value: hexOf(root), kind: 'hash' },
];

export const timeFacts = (events: readonly ProvenEvent[]): Verdict['facts'] => [
  { name: 'First event', value: events[0]?.recordedAt ?? '', kind: 'moment' },
  { name: 'Last event', value: events.at(-1)?.recordedAt ?? '', kind: 'moment' },
];

export const shownSignatures = (
  events: readonly ProvenEvent[],
  fileOf: (sha256: string) => string | null,
): SignatureView[] =>
  events.flatMap(({ signature }) => (signature ? [{ ...signature, file: fileOf(signature.sha256) }] : []));
