import { sha256 } from '@noble/hashes/sha2.js';
import { isSignedBy } from './ed25519.ts';
import { fromBase64, hexOf, joined, sameBytes, toBase64, utf8 } from './encoding.ts';

/** A public key in the format of note tools: `name+id+key` (c2sp.org/signed-note). */
export interface Key {
  name: string;
  /** 32 bytes, Ed25519. */
  bytes: Uint8Array;
  vkey: string;
}

/** The bytes before the 32 key bytes in DER (RFC 8410). */
const spkiHead = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);
const ed25519 = 1;

/** SHA-256 of the key's DER, in hexadecimal. */
export const fingerprintOf = ({ bytes }: Key): string => hexOf(sha256(joined(spkiHead, bytes)));

const idOf = (name: string, bytes: Uint8Array): Uint8Array =>
  sha256(joined(utf8(`${name}\n`), Uint8Array.of(ed25519), bytes)).subarray(0, 4);

/** Reads a verifier key; null when it is malformed, not Ed25519, or its id does not fit. */
export function parseKey(vkey: string): Key | null {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey);
  if (!match) return null;
  const [, name = '', id, encoded = ''] = match;
  const whole = fromBase64(encoded);
  if (whole?.length !== 33 || whole[0] !== ed25519) return null;
  const bytes = whole.subarray(1);
  return hexOf(idOf(name, bytes)) === id ? { name, bytes, vkey } : null;
}

export const isSameKey = (a: Key, b: Key): boolean => sameBytes(a.bytes, b.bytes);

/** The same key under another name, since an installation uses one name for each organisation. */
export const underName = ({ bytes }: Key, name: string): Key => ({
  name,
  bytes,
  vkey: `${name}+${hexOf(idOf(name, bytes))}+${toBase64(joined(Uint8Array.of(ed25519), bytes))}`,
});

const signatureLine = /^\u2014 (\S+) (\S+)$/;

/** Splits a signed note into its signed text and signature lines; null when it is malformed. */
function split(note: string): { text: string; lines: string[] } | null {
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n') || /[^\P{Cc}\n]/u.test(note)) return null;
  return { text: note.slice(0, at + 1), lines: note.slice(at + 2, -1).split('\n') };
}

/** The names of a note's signers; empty when it is malformed. */
export const signersOf = (note: string): string[] =>
  (split(note)?.lines ?? []).flatMap((line) => signatureLine.exec(line)?.[1] ?? []);

/** Results for checked notes, since a thousand proofs of one log end with the same checkpoint. */
const opened = new Map<string, Promise<string | null>>();
const mostOpened = 200;
const longestOpened = 2000;

/**
 * The text of a note that this key signed under its name. Null when it did not, or when there is another signature
 * line, which would be unchecked.
 */
export function openNote(note: string, key: Key): Promise<string | null> {
  if (note.length > longestOpened) return read(note, key);
  // Everything that the result depends on.
  const name = `${key.name}\n${hexOf(key.bytes)}\n${note}`;
  const before = opened.get(name);
  if (before) return before;
  if (opened.size >= mostOpened) opened.clear();
  const answer = read(note, key);
  opened.set(name, answer);
  return answer;
}

async function read(note: string, key: Key): Promise<string | null> {
  const parts = split(note);
  const [line, ...others] = parts?.lines ?? [];
  const match = signatureLine.exec(line ?? '');
  const signature = match && fromBase64(match[2] ?? '');
  if (!parts || others.length > 0 || match?.[1] !== key.name || signature?.length !== 68) return null;
  if (!sameBytes(signature.subarray(0, 4), idOf(key.name, key.bytes))) return null;
  return (await isSignedBy(key.bytes, signature.subarray(4), utf8(parts.text))) ? parts.text : null;
}
