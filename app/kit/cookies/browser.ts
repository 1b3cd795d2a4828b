import { createHash, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { dayMs, msBetween } from '#events/time.ts';
import { siteCookie } from '#app/kit/cookies/site-cookie.ts';
import type { Ports } from '#app/kit/ports.ts';

/** A browser in which somebody signed in: it says for whom a form may be saved, and proves no identity. */
export interface Browser {
  /** A digest that names the browser; the cookie's own value is never stored. */
  name: string;
  org: string;
  user: string;
}

const stored = z.object({ id: z.string().length(22), org: z.uuid(), user: z.uuid(), since: instant });

const days = 7;

function cookieOf({ config }: Ports) {
  const key = createHmac('sha256', config.secretKey).update('imprimatur browser 1').digest('base64url');
  return siteCookie(config, 'browser', {
    httpOnly: true,
    maxAge: days * 86_400,
    secrets: [key],
    unprefixed: true,
  });
}

const nameOf = (id: string): string => createHash('sha256').update(id).digest('hex');

const read = (request: Request, ports: Ports) => cookieOf(ports).read(request, stored);

/** The `Set-Cookie` value at a sign-in: it names the browser and makes it this person's. */
export async function browserCookie(
  request: Request,
  ports: Ports,
  { org, user }: { org: string; user: string },
): Promise<string> {
  const id = (await read(request, ports))?.id ?? randomBytes(16).toString('base64url');
  return cookieOf(ports).set({ id, org, user, since: ports.now() });
}

/** The browser and the person who last signed in there; null after a week without a sign-in. */
export async function readBrowser(request: Request, ports: Ports): Promise<Browser | null> {
  const found = await read(request, ports);
  if (!found || msBetween(found.since, ports.now()) > days * dayMs) return null;
  return { name: nameOf(found.id), org: found.org, user: found.user };
}
