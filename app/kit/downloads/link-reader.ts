import type { Request, Response } from 'express';
import type { Failure } from '#events/failures.ts';
import { sendRefusal } from '#app/kit/errors/send-refusal.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { Reader } from '#app/adapters/secrets/signed-url.ts';

/** `others`: the link is another person's than the one whose session opens it. */
export type RefusedLink = 'expired' | 'forged' | 'others';

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

const refusals: Record<RefusedLink, Failure> = {
  expired: { code: 'link_expired', detail: 'It has expired or is not valid. Request it again.' },
  forged: { code: 'link_invalid', detail: 'It has expired or is not valid. Request it again.' },
  others: {
    code: 'link_of_another',
    detail: 'A link works for the person who requested it. Request one of your own.',
  },
};

/** Says so: to a browser as a page, to a program as a problem. */
export const refuseLink = (request: Request, response: Response, refused: RefusedLink): void =>
  sendRefusal(request, response, refusals[refused]);
