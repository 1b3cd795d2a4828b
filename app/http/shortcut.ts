import { createCookie } from '@remix-run/node';

const cookie = createCookie('shortcut', { sameSite: 'lax', path: '/', maxAge: 365 * 24 * 3600 });

/** Whether a person lets single keys act (WCAG 2.2, 2.1.4). On until switched off. */
export const readShortcut = async (request: Request): Promise<boolean> =>
  (await cookie.parse(request.headers.get('cookie'))) !== 'off';

/** The `Set-Cookie` value of the choice. */
export const shortcutCookie = (on: boolean): Promise<string> =>
  on ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize('off');
