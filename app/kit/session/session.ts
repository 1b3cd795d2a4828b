import { redirect, type AppLoadContext } from '@remix-run/node';
import type { Actor } from '#events/actor.ts';
import { msBetween, type Instant } from '#events/time.ts';
import { saveUnsent, pageOf } from '#app/kit/screen/saved-form.ts';
import { toast, toastCookie } from '#app/kit/cookies/toast.ts';
import { validateSession } from '#app/kit/session/session-ends.ts';
import { readViewer, viewerOfVisit } from '#app/kit/query/read-viewer.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import { isEmpty } from '#app/kit/session/set-up-code.ts';

/** The signed-in person of a request with the current profile, or null. Read once per request. */
export function viewerOf(request: Request, context: AppLoadContext): Promise<Viewer | null> {
  return (context.viewer ??= find(request, context));
}

async function find(request: Request, { services, address, reader }: AppLoadContext): Promise<Viewer | null> {
  if (reader) return readViewer(services.database.kysely, reader);
  const { sessions } = services.identity;
  const id = sessions.readCookie(request.headers.get('cookie'));
  if (!id) return null;
  const visit = await validateSession(services, id, { now: services.now(), address });
  return visit && viewerOfVisit(visit);
}

/** Milliseconds after which a request's session is checked again: the person may have been signed out meanwhile. */
const longOnItsWay = 1_000;

/** Whether the session of a request that began at `begun` is still valid. */
export async function stillSignedIn(request: Request, context: AppLoadContext, begun: Instant): Promise<boolean> {
  if (msBetween(begun, context.services.now()) < longOnItsWay) return true;
  return (await find(request, context)) !== null;
}

/**
 * The signed-in person; throws a redirect to the sign-in page, which returns here, or to the set-up page while nothing
 * is set up. A form that was sent is saved for the return.
 */
export async function requireViewer(request: Request, context: AppLoadContext): Promise<Viewer> {
  const viewer = await viewerOf(request, context);
  if (viewer) return viewer;
  if (await isEmpty(context.services.database.pool)) throw redirect('/setup');
  if (request.method !== 'POST') throw redirect(signInAddress(request.url));
  const { headers, page } = await saveOrWarn(request, context);
  throw redirect(signInAddress(page), { headers });
}

/** Saves a form whose session has ended, or warns that nothing was recorded: a signature would otherwise seem given. */
async function saveOrWarn(request: Request, context: AppLoadContext): Promise<{ headers: Headers; page: string }> {
  const saved = await saveUnsent(request, context);
  if (saved) return saved;
  const words = 'Your session has ended, and nothing was recorded. Sign in again, then repeat what you did.';
  const headers = new Headers({ 'Set-Cookie': await toastCookie(toast('info', words), context.services.config) });
  return { headers, page: request.url };
}

/** `/?redirect=` with the full path. */
export function signInAddress(address: string): string {
  return `/?${new URLSearchParams({ redirect: pageOf(address) }).toString()}`;
}

/** A safe path of this site to go to after sign-in; null for anything else, such as another origin. */
export function safeRedirect(target: string | null): string | null {
  if (!target?.startsWith('/') || target.startsWith('//') || target.includes('\\')) return null;
  const base = 'http://site.invalid';
  const url = URL.canParse(target, base) ? new URL(target, base) : null;
  // Once its dots are resolved, `/.//name` is `//name`: another site.
  const isPath = url?.origin === base && url.pathname !== '/' && !url.pathname.startsWith('//');
  return isPath ? url.pathname + url.search : null;
}

/** The actor that events record for the act of a signed-in person or a program (21 CFR 11.10(e), (h)). */
export const actorOf = (viewer: Viewer, address: string | null): Actor =>
  viewer.serviceAccount
    ? { kind: 'service_account', uid: viewer.serviceAccount.uid, name: viewer.serviceAccount.name, address }
    : {
        kind: 'user',
        uid: viewer.uid,
        name: fullName(viewer),
        role: viewer.role,
        session: viewer.session,
        address,
      };
