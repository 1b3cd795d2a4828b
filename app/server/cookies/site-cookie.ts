import type { z } from 'zod';
import { createCookie, type CookieOptions } from '@remix-run/node';
import type { Config } from '#app/config.ts';
import { cookieName } from '#app/cookie-name.ts';

interface SiteCookie {
  /** Its value in a request; null where there is none, or none that can be read as what it is to be. */
  read<T>(request: Request, as: z.ZodType<T>): Promise<T | null>;
  /** The `Set-Cookie` value that carries `value`, or takes the cookie away where it is null. */
  set(value: unknown): Promise<string>;
}

/** The site's address, which decides how its cookies are named. */
export type Site = Pick<Config, 'publicUrl'>;

/**
 * A cookie beside the session's. `unprefixed`: what a browser still has under the plain name counts until there is another, where
 * nothing worse than a look or a look-up hangs on its value.
 */
export function siteCookie(
  { publicUrl }: Site,
  name: string,
  options: Pick<CookieOptions, 'httpOnly' | 'maxAge' | 'secrets'> & { unprefixed?: boolean },
): SiteCookie {
  const secure = publicUrl.startsWith('https:');
  const { unprefixed = false, ...more } = options;
  const fixed = { ...more, sameSite: 'lax', path: '/', secure } as const;
  const own = () => createCookie(cookieName(name, secure), fixed);
  return {
    async read(request, as) {
      const header = request.headers.get('cookie');
      // Most requests have none of most cookies, and every page reads several.
      if (!header?.includes(`${name}=`)) return null;
      const value: unknown = await own().parse(header);
      const found: unknown =
        value === null && secure && unprefixed ? await createCookie(name, fixed).parse(header) : value;
      return as.safeParse(found).data ?? null;
    },
    set: (value) => (value === null ? own().serialize('', { maxAge: 0 }) : own().serialize(value)),
  };
}
