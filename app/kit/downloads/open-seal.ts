import { Readable } from 'node:stream';
import { ok, type Result } from '#events/failures.ts';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { findCertificate } from '#app/adapters/pdf-signing/find-certificate.ts';
import { sealStream } from '#app/adapters/pdf-signing/seal-stream.ts';
import { signatureRoom } from '#app/adapters/pdf-signing/sign-update.ts';
import type { Ports } from '#app/kit/ports.ts';

/** How a report is signed by its organisation, last and over the whole file. */
export interface Seal {
  /** The place that the report is drawn with. */
  signature: SignatureRequest;
  /** The drawn report, signed on its way. */
  over(body: AsyncIterable<Uint8Array>): Readable;
}

const reason = 'Sealed as it was made';

/** The seal of an organisation (its uid and its name). Refuses with `certificate_unavailable`. */
export async function openSeal(
  ports: Pick<Ports, 'certificates' | 'log' | 'now'>,
  { org, name }: { org: string; name: string },
): Promise<Result<Seal>> {
  const at = ports.now();
  const found = await findCertificate(ports, { org, name, now: at });
  if (!found.ok) return found;
  const certificate = found.value;
  return ok({
    signature: { facts: { organisation: name, reason, at }, room: signatureRoom(certificate) },
    over: (body) => Readable.from(sealStream(body, certificate), { objectMode: false }),
  });
}
