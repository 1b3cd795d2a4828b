import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import type { Ports } from '#app/kit/ports.ts';
import { leavingCookie } from '#app/sign-in/cookies/leaving.ts';

/**
 * Sends the browser to the issuer by a page of our own: the content security policy lets no form lead to another site.
 * It is no 303, which would delete the saved form.
 */
export async function leaveForIssuer(
  { ports }: { ports: Pick<Ports, 'config'> },
  to: { address: string; browser: string },
): Promise<never> {
  const headers = new Headers({ 'Set-Cookie': await leavingCookie(to, ports), 'X-Remix-Reload-Document': 'true' });
  throw redirect(addresses.singleSignOnContinue(), { status: 302, headers });
}
