import { createHash, createPublicKey, verify } from 'node:crypto';

/** What a proof bundle holds, as its reader finds it. */
export interface Bundle {
  howToVerify: string[];
  organisation: { uid: string; name: string };
  document: { uid: string; title: string };
  madeBy: string;
  madeAt: string;
  eventCount: number;
  checkpoint: { origin: string; size: number; root: string; note: string };
  publicKey: { spki: string; bytes: string; verifierKey: string };
  events: { position: number; index: number; leafHash: string; inclusionProof: string[]; bytes: string }[];
}

const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Checks a bundle as its own instructions say, with `node:crypto` and nothing of the product: a verifier that somebody
 * else could have written from RFC 6962, RFC 9162 and the C2SP notes. Answers what is wrong; nothing where all of it
 * holds.
 */
export function verifyBundle({ checkpoint, publicKey, events, eventCount }: Bundle): string[] {
  const wrong: string[] = [];
  const [text = '', signatures = ''] = checkpoint.note.split('\n\n');
  const [origin, size, root] = text.split('\n');
  if (origin !== checkpoint.origin || Number(size) !== checkpoint.size)
    wrong.push('checkpoint: not what its note says');
  if (Buffer.from(root ?? '', 'base64').toString('hex') !== checkpoint.root) wrong.push('checkpoint: another root');
  const signature = Buffer.from(signatures.trim().split(' ')[2] ?? '', 'base64').subarray(4);
  if (!verify(null, Buffer.from(`${text}\n`), createPublicKey(publicKey.spki), signature))
    wrong.push('checkpoint: forged');
  if (events.length !== eventCount) wrong.push('events: not as many as it says');
  for (const event of events) {
    const leaf = sha256(Uint8Array.of(0), event.bytes);
    if (leaf.toString('hex') !== event.leafHash) wrong.push(`${event.position}: other bytes`);
    if (rootOf(leaf, event.index, checkpoint.size, event.inclusionProof) !== checkpoint.root)
      wrong.push(`${event.position}: not in the log`);
    if (event.index !== event.position - 1) wrong.push(`${event.position}: another place`);
  }
  return wrong;
}

/** RFC 9162 section 2.1.3.2. */
function rootOf(leaf: Buffer, index: number, size: number, proof: readonly string[]): string | null {
  let [from, last] = [index, size - 1];
  let result = leaf;
  for (const hex of proof) {
    if (last === 0) return null;
    const sibling = Buffer.from(hex, 'hex');
    if (from % 2 === 1 || from === last) {
      result = sha256(Uint8Array.of(1), sibling, result);
      while (from % 2 === 0 && from !== 0) {
        from = Math.floor(from / 2);
        last = Math.floor(last / 2);
      }
    } else {
      result = sha256(Uint8Array.of(1), result, sibling);
    }
    from = Math.floor(from / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? result.toString('hex') : null;
}
