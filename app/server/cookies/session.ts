import { redirect, type AppLoadContext } from '@remix-run/node';
import type { Actor } from '#events/actor.ts';
import { saveUnsent, pageOf } from '#app/server/screen/saved-form.ts';
import { toast, toastCookie } from '#app/server/cookies/toast.ts';
import { readViewer, viewerOfVisit } from '#app/queries/read-viewer.ts';
import { fullName, type Viewer } from '#app/queries/viewer.ts';
import { isEmpty } from '#app/setup/code.ts';

/**
 * The signed-in person of a request, or null. Reads the session of the cookie and with it the person's profile as it is now; once a request
 * however many loaders ask.
 */
export function viewerOf(request: Request, context: AppLoadContext): Promise<Viewer | null> {
  return (context.viewer ??= find(request, context));
}

async function find(request: Request, { services, address, reader }: AppLoadContext): Promise<Viewer | null> {
  if (reader) return readViewer(services.database.kysely, reader);
  const { sessions } = services.identity;
  const id = sessions.readCookie(request.headers.get('cookie'));
  if (!id) return null;
  const visit = await sessions.validate(id, { now: services.now(), address });
  return visit && viewerOfVisit(visit);
}

/** Milliseconds after which a session is looked at again: whoever sent the request may have been signed out while it was on its way. */
const longOnItsWay = 1_000;

/** Whether the session with which a request began (ISO 8601 in UTC) still holds as it is carried out. */
export async function stillSignedIn(request: Request, context: AppLoadContext, begun: string): Promise<boolean> {
  if (Date.parse(context.services.now()) - Date.parse(begun) < longOnItsWay) return true;
  return (await find(request, context)) !== null;
}

/**
 * The signed-in person, or a redirect to the sign-in page that comes back to where the person was going; to the set-up page while
 * nothing is set up. A form that was on its way is saved until then.
 */
export async function requireViewer(request: Request, context: AppLoadContext): Promise<Viewer> {
  const viewer = await viewerOf(request, context);
  if (viewer) return viewer;
  if (await isEmpty(context.services.database.pool)) throw redirect('/setup');
  if (request.method !== 'POST') throw redirect(signInAddress(request.url));
  const { headers, page } = await tellUnsent(request, context);
  throw redirect(signInAddress(page), { headers });
}

/**
 * The headers that say what became of a form whose session has ended, and the page to come back to. Of a signature there is nothing to keep:
 * without a word it would seem given.
 */
async function tellUnsent(request: Request, context: AppLoadContext): Promise<{ headers: Headers; page: string }> {
  const saved = await saveUnsent(request, context);
  if (saved) return saved;
  const words = 'Your session has ended, and nothing was recorded. Sign in again, then repeat what you did.';
  const headers = new Headers({ 'Set-Cookie': await toastCookie(toast('info', words), context.services.config) });
  return { headers, page: request.url };
}

/** `/?redirect=` with the full path. A form's own path is kept only where it can be visited again. */
export function signInAddress(address: string): string {
  return `/?${new URLSearchParams({ redirect: pageOf(address) }).toString()}`;
}

/** Where to go after sign-in: a path of this site alone, never another origin; null where the parameter is not one. */
export function safeRedirect(target: string | null): string | null {
  if (!target?.startsWith('/') || target.startsWith('//') || target.includes('\\')) return null;
  const base = 'http://site.invalid';
  const url = URL.canParse(target, base) ? new URL(target, base) : null;
  // Once its dots are resolved, `/.//name` is `//name`: another site.
  const isPath = url?.origin === base && url.pathname !== '/' && !url.pathname.startsWith('//');
  return isPath ? url.pathname + url.search : null;
}

/** The actor that events record for a signed-in person's act (21 CFR 11.10(e), (h)). */
export const actorOf = (viewer: Viewer, address: string | null): Actor => ({
  kind: 'user',
  uid: viewer.uid,
  name: fullName(viewer),
  role: viewer.role,
  session: viewer.session,
  address,
});
