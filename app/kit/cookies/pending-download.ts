import { z } from 'zod';
import { pathOf } from '#app/kit/screen/saved-form.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { siteCookie, type Site } from '#app/kit/cookies/site-cookie.ts';

/** Paths that answer with a file instead of a page. */
const files =
  /^\/dashboard\/(.+\.(csv|json|pdf|pem|png|tlog-proof|zip)|docs\/[^/]+\/files\/[^/]+\/[^/]+|reports\/(made\/[^/]+\/file|[^/]+\/(csv|pdf)))$/;

const cookieOf = (site: Site) => siteCookie(site, 'awaited', { httpOnly: true, maxAge: 60 });

/** Whether an address of this site (path and query) is a file's: a browser redirected to it stays on its page. */
export const isFile = (address: string): boolean => files.test(pathOf(address));

/** The `Set-Cookie` value that makes the next page download a file; null clears it. */
export const pendingDownloadCookie = (address: string | null, site: Site): Promise<string> =>
  cookieOf(site).set(address);

/** The address of the file that this page downloads as it opens, or null. */
export async function readPendingDownload(request: Request, site: Site): Promise<string | null> {
  const address = safeRedirect(await cookieOf(site).read(request, z.string()));
  return address !== null && isFile(address) ? address : null;
}
