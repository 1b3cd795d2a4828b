import { z } from 'zod';
import { siteCookie, type Site } from '#app/kit/cookies/site-cookie.ts';

const cookieOf = (site: Site) => siteCookie(site, 'sign-in', { httpOnly: true, maxAge: 600 });

/** The `Set-Cookie` value that carries the challenge of a sign-in; null clears it. */
export const challengeCookie = (challenge: string | null, site: Site): Promise<string> => cookieOf(site).set(challenge);

/** The challenge of the sign-in that waits for its second factor, or null. */
export const readChallenge = (request: Request, site: Site): Promise<string | null> =>
  cookieOf(site).read(request, z.string());
