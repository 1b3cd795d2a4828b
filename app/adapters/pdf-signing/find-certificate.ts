import type { Logger } from 'pino';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { SigningCertificate } from '#app/adapters/pdf-signing/configured-certificate.ts';
import type { OrganisationCertificates } from '#app/adapters/pdf-signing/organisation-certificates.ts';

/**
 * The organisation's certificate. Refuses with `certificate_unavailable`: then no PDF leaves, since none leaves
 * unsigned.
 */
export async function findCertificate(
  { certificates, log }: { certificates: OrganisationCertificates; log: Logger },
  { org, name, now }: { org: string; name: string; now: Instant },
): Promise<Result<SigningCertificate>> {
  try {
    return ok(await certificates.of(org, name, now));
  } catch (error) {
    log.error({ err: error, org }, 'certificate.unavailable');
    return refuse('certificate_unavailable');
  }
}
