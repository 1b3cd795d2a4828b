import type { Hash } from 'node:crypto';
import { detachedSignature } from '#app/pdf-signing/cades.ts';
import type { Sealer } from '#app/pdf-signing/configured-certificate.ts';

/** Stands in the byte range of a signature until `signUpdate` knows the offsets. */
export const unknownOffset = 9_999_999_999;

/** Bytes: the certificates, and more than the signature and all around it take (RSA of 16,384 bits: 2,048). */
export const signatureRoom = ({ chain }: Sealer): number => chain.reduce((sum, one) => sum + one.length, 0) + 3072;

/**
 * Signs a PDF whose last update holds an empty signature: everything but the signature itself. `before` has taken in the `size` bytes that
 * precede the update. Answers the update with the signature filled in, as long as it was.
 */
export function signUpdate(
  update: Uint8Array,
  { size, before, sealer }: { size: number; before: Hash; sealer: Sealer },
): Buffer {
  const signed = Buffer.from(update);
  const room = 2 * signatureRoom(sealer);
  const start = onlyIndexOf(signed, `<${'0'.repeat(room)}>`);
  const end = start + room + 2;
  const placeholder = `[ 0 ${unknownOffset} ${unknownOffset} ${unknownOffset} ]`;
  const range = `[ 0 ${size + start} ${size + end} ${signed.length - end} ]`;
  signed.write(range.padEnd(placeholder.length), onlyIndexOf(signed, placeholder), 'latin1');
  const digest = before.copy().update(signed.subarray(0, start)).update(signed.subarray(end)).digest();
  const signature = detachedSignature(digest, sealer).toString('hex');
  if (signature.length > room) throw new Error('The signature is longer than the room reserved for it');
  signed.write(signature, start + 1, 'latin1');
  return signed;
}

function onlyIndexOf(bytes: Buffer, text: string): number {
  const at = bytes.indexOf(text, 0, 'latin1');
  if (at < 0 || bytes.indexOf(text, at + 1, 'latin1') >= 0) throw new Error('The place of the signature is not found');
  return at;
}
