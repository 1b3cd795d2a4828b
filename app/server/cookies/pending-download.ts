import { z } from 'zod';
import { pathOf } from '#app/server/screen/saved-form.ts';
import { safeRedirect } from '#app/server/cookies/session.ts';
import { siteCookie, type Site } from '#app/server/cookies/site-cookie.ts';

/** Paths that answer with a file, around which no page of the product stands. */
const files =
  /^\/dashboard\/(.+\.(csv|json|pdf|pem|png|tlog-proof|zip)|docs\/[^/]+\/files\/[^/]+\/[^/]+|reports\/(made\/[^/]+\/file|[^/]+\/(csv|pdf)))$/;

const cookieOf = (site: Site) => siteCookie(site, 'awaited', { httpOnly: true, maxAge: 60 });

/** Whether an address of this site (path and query) is a file's: a browser that is led to it stays on the page where it is. */
export const isFile = (address: string): boolean => files.test(pathOf(address));

/** The `Set-Cookie` value by which the next page asks for a file; null takes it away. */
export const awaitedCookie = (address: string | null, site: Site): Promise<string> => cookieOf(site).set(address);

/** The file that the page of this request asks for as it opens, or null. */
export async function readAwaited(request: Request, site: Site): Promise<string | null> {
  const address = safeRedirect(await cookieOf(site).read(request, z.string()));
  return address !== null && isFile(address) ? address : null;
}
