import type { Hash } from 'node:crypto';
import { detachedSignature } from '#app/adapters/pdf-signing/cades.ts';
import type { SigningCertificate } from '#app/adapters/pdf-signing/configured-certificate.ts';

/** Placeholder in a signature's byte range until `signUpdate` knows the offsets. */
export const unknownOffset = 9_999_999_999;

/** Bytes to reserve for a signature: the certificates, and more than the rest takes (RSA of 16,384 bits: 2,048). */
export const signatureRoom = ({ chain }: SigningCertificate): number =>
  chain.reduce((sum, one) => sum + one.length, 0) + 3072;

/**
 * Signs a PDF whose last update holds an empty signature. `before` has hashed the `size` bytes that precede the update.
 * Returns the update, of unchanged length, with the signature filled in.
 */
export function signUpdate(
  update: Uint8Array,
  { size, before, certificate }: { size: number; before: Hash; certificate: SigningCertificate },
): Buffer {
  const signed = Buffer.from(update);
  const room = 2 * signatureRoom(certificate);
  const start = onlyIndexOf(signed, `<${'0'.repeat(room)}>`);
  const end = start + room + 2;
  const offsets = `${unknownOffset} ${unknownOffset} ${unknownOffset}`;
  const range = `${size + start} ${size + end} ${signed.length - end}`;
  signed.write(range.padEnd(offsets.length), onlyIndexOf(signed, offsets), 'latin1');
  const digest = before.copy().update(signed.subarray(0, start)).update(signed.subarray(end)).digest();
  const signature = detachedSignature(digest, certificate).toString('hex');
  if (signature.length > room) throw new Error('The signature is longer than the room reserved for it');
  signed.write(signature, start + 1, 'latin1');
  return signed;
}

function onlyIndexOf(bytes: Buffer, text: string): number {
  const at = bytes.indexOf(text, 0, 'latin1');
  if (at < 0 || bytes.indexOf(text, at + 1, 'latin1') >= 0)
    throw new Error('The placeholder of the signature is not found');
  return at;
}
