import type { z } from 'zod';
import { createCookie, type CookieOptions } from '@remix-run/node';
import type { Config } from '#app/adapters/environment/config.ts';
import { cookieName } from '#app/kit/session/cookie-name.ts';

interface SiteCookie {
  /** Its value in a request; null where it is absent or does not match `as`. */
  read<T>(request: Request, as: z.ZodType<T>): Promise<T | null>;
  /** The `Set-Cookie` value that carries `value`; null clears the cookie. */
  set(value: unknown): Promise<string>;
}

/** The site's address, which decides how its cookies are named. */
export type Site = Pick<Config, 'publicUrl'>;

/** A cookie other than the session's. `unprefixed`: a value under the name without `__Host-` is read too. */
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
      if (!header?.includes(`${name}=`)) return null;
      const value: unknown = await own().parse(header);
      const found: unknown =
        value === null && secure && unprefixed ? await createCookie(name, fixed).parse(header) : value;
      return as.safeParse(found).data ?? null;
    },
    set: (value) => (value === null ? own().serialize('', { maxAge: 0 }) : own().serialize(value)),
  };
}
