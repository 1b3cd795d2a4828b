import { findSignOn } from '#app/sign-in/commands/single-sign-on/sign-on-of.ts';
import type { Ports } from '#app/kit/ports.ts';

/**
 * What the issuer is called where an address belongs; without an address, that of the only organisation of the
 * installation. Null where there is none.
 */
export async function findIssuer(ports: Ports, email: string): Promise<string | null> {
  const found = email === '' ? await ports.singleSignOn.ofOnly() : await findSignOn(ports, email);
  return found?.name ?? null;
}
