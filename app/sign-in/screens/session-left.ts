import type { LoaderFunctionArgs } from '@remix-run/node';
import { msBetween } from '#events/time.ts';
import { screenAction, withReference } from '#app/kit/screen/screen.ts';

/**
 * When the session of a request ends: `{left, because}`, with the milliseconds that are left; 401 where it has ended.
 */
async function answer({ request, context: { services } }: Pick<LoaderFunctionArgs, 'request' | 'context'>) {
  const { sessions } = services.identity;
  const now = services.now();
  const token = sessions.readCookie(request.headers.get('cookie'));
  const expiry = token && (await sessions.expiry(token, now));
  const headers = { 'Cache-Control': 'no-store' };
  if (!expiry) return Response.json({}, { status: 401, headers });
  return Response.json({ left: msBetween(now, expiry.at), because: expiry.because }, { headers });
}

/** Reads it without a visit, which would postpone the end. */
export const loader = (args: LoaderFunctionArgs) => withReference(args, () => answer(args));

/** Stay signed in: a visit like any other. */
export const action = screenAction({ access: 'public', act: (page) => answer(page) });
