import { createCookie } from '@remix-run/node';
import { z } from 'zod';

const themeSchema = z.enum(['light', 'dark']);
/** A person's choice; without one the page follows the system. */
export type Theme = z.infer<typeof themeSchema>;

const cookie = createCookie('theme', { sameSite: 'lax', path: '/', maxAge: 365 * 24 * 3600 });

/** The theme that the person chose, or null. */
export async function readTheme(request: Request): Promise<Theme | null> {
  const parsed = themeSchema.safeParse(await cookie.parse(request.headers.get('cookie')));
  return parsed.success ? parsed.data : null;
}

/** The `Set-Cookie` value of a choice; null follows the system again. */
export const themeCookie = (theme: Theme | null): Promise<string> =>
  theme ? cookie.serialize(theme) : cookie.serialize('', { maxAge: 0 });
