import type { SignedIn } from '#app/sign-in/commands/begin-session.ts';
import { addresses } from '#app/kit/addresses.ts';
import type { Ports } from '#app/kit/ports.ts';
import { browserCookie } from '#app/kit/cookies/browser.ts';
import { isFile, pendingDownloadCookie } from '#app/kit/cookies/pending-download.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { expiryWarning } from '#app/sign-in/screens/expiry-warning.ts';
import { type Page, redirectTo } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

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

/** Leads a person who has signed in to the page that they asked for. */
export async function enter(
  page: Page<Viewer | null>,
  signedIn: Pick<SignedIn, 'account' | 'token'>,
  redirect: string | null,
): Promise<never> {
  const { request, ports, now } = page;
  const { account } = signedIn;
  const headers = await sessionHeaders(request, ports, signedIn);
  const asked = safeRedirect(redirect);
  // The next page asks for a file: a browser that is led to a file stays on this page.
  const file = asked !== null && isFile(asked);
  if (file) headers.append('Set-Cookie', await pendingDownloadCookie(asked, ports.config));
  if (asked) headers.set('X-Remix-Reload-Document', 'true');
  const warning = expiryWarning(account.passwordSetAt, account.settings.passwordPolicy, now);
  return redirectTo(page, file ? addresses.home() : (asked ?? addresses.home()), warning ?? undefined, headers);
}
