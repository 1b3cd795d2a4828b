import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { siteCookie } from '#app/kit/cookies/site-cookie.ts';
import type { Ports } from '#app/kit/ports.ts';

/** A browser on its way to the issuer: where it goes, and the value that proves on the way back that it left. */
const leaving = z.object({ address: z.url(), browser: z.string() });

const minutes = 10;

function cookieOf({ config }: Pick<Ports, 'config'>) {
  const key = createHmac('sha256', config.secretKey).update('imprimatur leaving 1').digest('base64url');
  return siteCookie(config, 'leaving', { httpOnly: true, maxAge: minutes * 60, secrets: [key] });
}

/** The `Set-Cookie` value of a browser that leaves; null clears it. */
export const leavingCookie = (value: z.infer<typeof leaving> | null, ports: Pick<Ports, 'config'>): Promise<string> =>
  cookieOf(ports).set(value);

export const readLeaving = (request: Request, ports: Pick<Ports, 'config'>) => cookieOf(ports).read(request, leaving);
