import { z } from 'zod';
import { siteCookie, type Site } from '#app/kit/cookies/site-cookie.ts';

/** A message that shows once, on the next page. */
export const toastSchema = z.object({
  tone: z.enum(['error', 'info', 'success']),
  text: z.string().max(500),
  durationMs: z.number().int().positive(),
  /** The specification has a toast here, whatever else says the same. */
  always: z.literal(true).optional(),
});
export type Toast = z.infer<typeof toastSchema>;

const durations = { error: 3000, info: 10_000, success: 5000 } as const;

export const toast = (tone: Toast['tone'], text: string): Toast => ({ tone, text, durationMs: durations[tone] });

const cookieOf = (site: Site) => siteCookie(site, 'toast', { httpOnly: true, maxAge: 60 });

/** The `Set-Cookie` value that carries a toast over a redirect. */
export const toastCookie = (value: Toast, site: Site): Promise<string> => cookieOf(site).set(value);

/** The toast that the last answer left, or null. */
export const readToast = (request: Request, site: Site): Promise<Toast | null> =>
  cookieOf(site).read(request, toastSchema);

/** The `Set-Cookie` value that clears the toast once it has shown. */
export const clearedToastCookie = (site: Site): Promise<string> => cookieOf(site).set(null);
