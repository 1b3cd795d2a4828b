import { z } from 'zod';
import { siteCookie, type Site } from '#app/kit/cookies/site-cookie.ts';

const themeSchema = z.enum(['light', 'dark']);
/** A person's choice; without one the page follows the system. */
export type Theme = z.infer<typeof themeSchema>;

const cookieOf = (site: Site) => siteCookie(site, 'theme', { maxAge: 365 * 24 * 3600, unprefixed: true });

/** The theme that the person chose, or null. */
export const readTheme = (request: Request, site: Site): Promise<Theme | null> =>
  cookieOf(site).read(request, themeSchema);

/** The `Set-Cookie` value of a choice; null follows the system again. */
export const themeCookie = (theme: Theme | null, site: Site): Promise<string> => cookieOf(site).set(theme ?? 'system');
