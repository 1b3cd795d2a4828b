import { createHash } from 'node:crypto';
import type { SigningCertificate } from '#app/adapters/pdf-signing/configured-certificate.ts';
import { signUpdate, unknownOffset } from '#app/adapters/pdf-signing/sign-update.ts';

/** How an empty signature begins in what is drawn here. */
const beginning = Buffer.from(`/ByteRange [0 ${unknownOffset}`);

/**
 * A PDF that was drawn with an empty signature as its last object, signed on its way over the whole of it. Only what
 * follows that place is held in memory. An empty stream stays empty.
 */
export async function* sealStream(
  body: AsyncIterable<Uint8Array>,
  certificate: SigningCertificate,
): AsyncGenerator<Uint8Array> {
  const before = createHash('sha256');
  let size = 0;
  let held = Buffer.alloc(0);
  const tail: Uint8Array[] = [];
  for await (const chunk of body) {
    if (tail.length > 0) {
      tail.push(chunk);
      continue;
    }
    held = Buffer.concat([held, chunk]);
    const found = held.indexOf(beginning);
    const sent = held.subarray(0, found < 0 ? Math.max(0, held.length - beginning.length + 1) : found);
    held = held.subarray(sent.length);
    if (found >= 0) tail.push(held);
    before.update(sent);
    size += sent.length;
    if (sent.length > 0) yield sent;
  }
  if (tail.length > 0) yield signUpdate(Buffer.concat(tail), { size, before, certificate });
  else if (size + held.length > 0) throw new Error('The PDF has no place for its signature');
}
