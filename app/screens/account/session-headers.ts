import type { SignedIn } from '#app/commands/identity/sign-in.ts';
import type { Ports } from '#app/ports.ts';
import { browserCookie } from '#app/server/cookies/browser.ts';

/** The cookies of a new session. */
export async function sessionHeaders(
  request: Request,
  ports: Ports,
  { account, token }: Pick<SignedIn, 'account' | 'token'>,
): Promise<Headers> {
  const headers = new Headers();
  headers.append('Set-Cookie', ports.identity.sessions.cookie(token, account.settings.session));
  headers.append('Set-Cookie', await browserCookie(request, ports, account));
  return headers;
}
