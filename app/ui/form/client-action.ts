import { type ClientActionFunctionArgs, isRouteErrorResponse, useNavigation } from '@remix-run/react';
import { useSyncExternalStore } from 'react';
import { twice } from '../shell/error-page.tsx';

/** The reference of the server's fault, or null where the connection was lost. */
type Failure = { reference: string | null };

/** The reason why the last form has no answer. */
let failure: Failure | null = null;
const listeners = new Set<() => void>();

function setFailure(next: Failure | null): void {
  failure = next;
  for (const listener of listeners) listener();
}

/**
 * Every screen with a form exports this. Where no answer comes or the server fails, the form stays as it is, with a
 * sentence, until it is sent again or the page is left: an error page in its place would lose what was typed.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const form = await request.clone().formData();
  // `useFetcher` sent it beside the page's form, and shows itself that no answer came.
  const beside = form.has('preview') || form.has('stay');
  if (!beside) setFailure(null);
  try {
    return await serverAction();
  } catch (thrown) {
    const isAnswer = thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
    if (isAnswer || request.signal.aborted) throw thrown;
    if (beside) return Response.json(null, { status: 503 });
    setFailure({ reference: referenceOf(thrown) });
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => {
        setFailure(null);
        reject(request.signal.reason as Error);
      });
    });
  }
}

function referenceOf(thrown: unknown): string | null {
  if (!isRouteErrorResponse(thrown)) return null;
  const { reference } = Object(thrown.data) as { reference?: string };
  return reference ?? null;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const current = () => failure;
const none = () => null;

/** The last form's navigation while it has no answer, and a sentence where none will come. */
export function useSubmission() {
  const navigation = useNavigation();
  const failed = useSyncExternalStore(subscribe, current, none);
  return { navigation, lost: failed !== null && describeFailure(failed) };
}

function describeFailure({ reference }: Failure): string {
  const what = reference ? 'Something went wrong here' : 'The connection was lost';
  const where = reference ? ` The reference is ${reference}.` : '';
  return `${what}. It is not known whether this was recorded. ${twice}${where}`;
}
