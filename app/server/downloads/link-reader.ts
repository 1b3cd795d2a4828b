import type { Request, Response } from 'express';
import { sendPlainPage } from '#app/server/errors/plain-page.ts';
import type { Ports } from '#app/ports.ts';
import { linkStatus, othersLink, refusedLink } from '#app/signed-url/refused-link.ts';
import type { Reader } from '#app/signed-url/signed-url.ts';

/** `others`: the link is another person's than the one whose session opens it. */
export type RefusedLink = keyof typeof linkStatus | 'others';

/**
 * Why a link does not act as its person for this request; null where it does. It ends with the session that requested
 * it. A program opens it without a session; in a session (cookie or bearer token) it must be that person's own.
 */
export async function refusalOfLink(
  { identity: { sessions }, now }: Pick<Ports, 'identity' | 'now'>,
  { org, user, publicId }: Reader,
  { headers }: Pick<Request, 'headers'>,
): Promise<RefusedLink | null> {
  const at = now();
  const own = await sessions.list({ org, user, now: at });
  if (!own.some((session) => session.publicId === publicId)) return 'expired';
  const used = [
    { id: sessions.readCookie(headers.cookie ?? null), door: 'screen' },
    { id: sessions.readBearer(headers.authorization ?? null), door: 'call' },
  ] as const;
  for (const { id, door } of used) {
    const visit = id ? await sessions.validate(id, { now: at, address: null, door }) : null;
    if (visit && visit.user !== user) return 'others';
  }
  return null;
}

/** The page that says so. */
export function refuseLink(response: Response, refused: RefusedLink): void {
  const { title, sentence } = refused === 'others' ? othersLink : refusedLink;
  const status = refused === 'others' ? 403 : linkStatus[refused];
  sendPlainPage(response, { status, title, sentences: [sentence], reference: String(response.locals.requestId) });
}
