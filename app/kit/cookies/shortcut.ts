import { z } from 'zod';
import { siteCookie, type Site } from '#app/kit/cookies/site-cookie.ts';

const choice = z.enum(['on', 'off']);
const cookieOf = (site: Site) => siteCookie(site, 'shortcut', { maxAge: 365 * 24 * 3600, unprefixed: true });

/** Whether a person lets single keys act (WCAG 2.2, 2.1.4). On until switched off. */
export const readShortcut = async (request: Request, site: Site): Promise<boolean> =>
  (await cookieOf(site).read(request, choice)) !== 'off';

/** The `Set-Cookie` value of the choice. */
export const shortcutCookie = (on: boolean, site: Site): Promise<string> => cookieOf(site).set(on ? 'on' : 'off');
