import { matchPath, useNavigation } from '@remix-run/react';
import { useEffect, useSyncExternalStore } from 'react';
import { twice } from '../shell/error-page.tsx';

declare global {
  interface Window {
    /** Remix' own router. */
    __remixRouter?: { state: { navigation: ReturnType<typeof useNavigation> } };
    /** The routes that Remix knows by now, and where their code is. */
    __remixManifest?: { routes: Record<string, { path?: string; module: string } | undefined> };
  }
}

/** What Remix reads as an answer without anything in it. */
const nothing = '[{"_1":-5},"data"]';
/** How an answer begins where the server failed at what was sent. */
const fault = '[{"_1":2},"error"';

/** The form that got no answer last, and the reference of the fault where there was one. */
let unanswered: { navigation?: unknown; reference?: string | null } = {};
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

const last = () => unanswered;

/** The form that was sent last, while its answer is awaited or has failed to come: then `lost` says so in words. */
export function useSent() {
  const navigation = useNavigation();
  const { navigation: failed, reference } = useSyncExternalStore(watch, last, last);
  const lost =
    failed === navigation &&
    `${reference ? 'Something went wrong here' : 'The connection was lost'} before an answer came: it is not known whether this arrived. ${twice}${reference ? ` The reference is ${reference}.` : ''}`;
  return { navigation, lost };
}

/**
 * Has the code of the page there that a form posts to, if that is another: Remix loads it with the form, and without a connection would
 * reload the page that the form stands on. After a while, for the page itself comes first.
 */
export function usePageOf(action: string | undefined) {
  useEffect(() => {
    if (!action) return;
    const timer = setTimeout(() => {
      for (const route of Object.values(window.__remixManifest?.routes ?? {})) {
        if (route?.path && matchPath(`/${route.path}`, action))
          import(/* @vite-ignore */ route.module).catch(() => null);
      }
    }, 1000);
    return () => clearTimeout(timer);
  }, [action]);
}

/** Reads the whole of an answer. False where it is a fault, or not the product's own but of something on the way to it. */
async function isAnswer(answer: Response): Promise<boolean> {
  const text = await answer.clone().text();
  return answer.headers.has('X-Remix-Response') && !(answer.status >= 500 && text.startsWith(fault));
}

/**
 * Has a form that gets no answer stay as it is. Remix would show an error page in its place and lose what was typed; here it is never
 * told, and goes on waiting until the form is sent again or the page is left. What is sent beside the page (`useFetcher`) is answered with null.
 */
export function keepUnanswered(): void {
  const send = window.fetch;
  let seen: unknown;
  window.fetch = async (where, init) => {
    if (init?.method !== 'POST' || !(where instanceof URL && where.pathname.endsWith('.data')))
      return send(where, init);
    const navigation = window.__remixRouter?.state.navigation;
    const isForm = navigation?.formData !== undefined && navigation !== seen;
    seen = navigation;
    const answer = await send(where, init).catch(() => null);
    if (answer && (await isAnswer(answer).catch(() => false))) return answer;
    init.signal?.throwIfAborted();
    if (!isForm) return new Response(nothing, { status: 503 });
    unanswered = { navigation, reference: answer?.headers.get('X-Request-Id') ?? null };
    for (const watcher of watchers) watcher();
    return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  };
}
