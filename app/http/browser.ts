import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createCookie } from '@remix-run/node';
import { z } from 'zod';
import type { Ports } from '#app/ports.ts';

/** A browser in which somebody signed in. It proves nothing about who sits there: it only says for whom a form may be kept. */
export interface Browser {
  /** A digest that names the browser; the cookie's own value is never stored. */
  name: string;
  org: string;
  user: string;
}

const stored = z.object({ id: z.string().length(22), org: z.uuid(), user: z.uuid(), since: z.iso.datetime() });

const days = 7;

function cookieOf({ config: { secretKey, publicUrl } }: Ports) {
  const key = createHmac('sha256', secretKey).update('imprimatur browser 1').digest('base64url');
  const secure = publicUrl.startsWith('https:');
  return createCookie('browser', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: days * 86_400,
    secrets: [key],
  });
}

const nameOf = (id: string): string => createHash('sha256').update(id).digest('hex');

const read = async (request: Request, ports: Ports) => {
  const value: unknown = await cookieOf(ports).parse(request.headers.get('cookie'));
  return stored.safeParse(value).data ?? null;
};

/** The `Set-Cookie` value at a sign-in: the browser keeps its name (answered too), and is this person's from now on. */
export async function browserCookie(
  request: Request,
  ports: Ports,
  { org, user }: { org: string; user: string },
): Promise<{ cookie: string; name: string }> {
  const id = (await read(request, ports))?.id ?? randomBytes(16).toString('base64url');
  return { cookie: await cookieOf(ports).serialize({ id, org, user, since: ports.now() }), name: nameOf(id) };
}

/** The browser, and who signed in there last, within a week; null where nobody did. */
export async function readBrowser(request: Request, ports: Ports): Promise<Browser | null> {
  const found = await read(request, ports);
  if (!found || Date.parse(ports.now()) - Date.parse(found.since) > days * 86_400_000) return null;
  return { name: nameOf(found.id), org: found.org, user: found.user };
}
