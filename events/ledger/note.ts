import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/**
 * C2SP signed notes and tlog-checkpoints with Ed25519 (c2sp.org/signed-note, c2sp.org/tlog-checkpoint): text that
 * anyone's verifier can check.
 */

const ed25519 = 0x01;
const separator = '\n\n';

/** The 32 bytes of an Ed25519 public key. Throws TypeError on a key of another kind. */
export const publicBytes = (key: KeyObject): Buffer => {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new TypeError('Checkpoints are signed with an Ed25519 key.');
  return Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
};

/** The four bytes by which a signature line names its key. */
export const keyId = (name: string, key: KeyObject): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(ed25519))
    .update(publicBytes(key))
    .digest()
    .subarray(0, 4);

/** The verifier key text that note tools take: `name+id+key`. */
export function verifierKey(name: string, key: KeyObject): string {
  const typedKey = Buffer.concat([Uint8Array.of(ed25519), publicBytes(key)]);
  return `${name}+${keyId(name, key).toString('hex')}+${typedKey.toString('base64')}`;
}

/** The key in a verifier key text of any name; undefined where it is none. */
export const readVerifierKey = (text: string): KeyObject | undefined => {
  const [, name = '', id, base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== 33 || bytes[0] !== ed25519) return undefined;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url', 1) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return keyId(name, key).toString('hex') === id ? key : undefined;
};

/** A note's text (each line ended by a line break) with one signature under it. */
export const signNote = (text: string, name: string, privateKey: KeyObject): string => {
  const signature = Buffer.concat([keyId(name, privateKey), sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
};

/**
 * The text of a note that one of `keys` signed under `name`, or why it does not count: `unreadable`, `unsigned` (no
 * signature by a known key), `forged` (a known key's signature that does not fit the text).
 */
export const openNote = (
  note: string,
  name: string,
  keys: readonly KeyObject[],
): { ok: true; text: string } | { ok: false; reason: 'unreadable' | 'unsigned' | 'forged' } => {
  const at = note.lastIndexOf(separator);
  if (at < 0 || !note.endsWith('\n')) return { ok: false, reason: 'unreadable' };
  const text = note.slice(0, at + 1);
  const lines = note.slice(at + 2, -1).split('\n');
  let forged = false;
  for (const line of lines) {
    const match = /^— (\S+) (\S+)$/.exec(line);
    if (!match) return { ok: false, reason: 'unreadable' };
    const bytes = Buffer.from(match[2]!, 'base64');
    const key = keys.find((candidate) => match[1] === name && keyId(name, candidate).equals(bytes.subarray(0, 4)));
    if (!key) continue;
    if (verify(null, Buffer.from(text), key.type === 'private' ? createPublicKey(key) : key, bytes.subarray(4)))
      return { ok: true, text };
    forged = true;
  }
  return { ok: false, reason: forged ? 'forged' : 'unsigned' };
};

export interface CheckpointBody {
  origin: string;
  size: number;
  root: Buffer;
}

export const formatCheckpoint = ({ origin, size, root }: CheckpointBody): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Undefined where the text is no checkpoint. Lines after the third are extensions and are left alone. */
export const parseCheckpoint = (text: string): CheckpointBody | undefined => {
  const match = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n/.exec(text);
  if (!match) return undefined;
  return { origin: match[1]!, size: Number(match[2]), root: Buffer.from(match[3]!, 'base64') };
};

/** The origin line of an organisation's checkpoints and their key name: `imprimatur/<uid>` for the key `imprimatur`. */
export const originOf = (keyName: string, org: string): string => `${keyName}/${org}`;
