import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import { PlainMasthead } from '../masthead/masthead.tsx';
import { ErrorPage, type RefusalView } from './error-page.tsx';
import { useFrame } from './frame.ts';

/** Messages of browsers where a request gets no answer. */
const connectionLost = /Failed to fetch|NetworkError|Load failed/;

/** The status (0: no answer) and the words that a thrown refusal brings along. */
export function describeError(error: unknown): { status: number } & Partial<RefusalView> {
  const status = isRouteErrorResponse(error) ? error.status : connectionLost.test(String(error)) ? 0 : 500;
  return { status, ...(Object(isRouteErrorResponse(error) && error.data) as Partial<RefusalView>) };
}

/** The error page of every route. */
export function RouteError() {
  const { status, said, words, reference } = describeError(useRouteError());
  const shell = useFrame();
  const { pathname, search } = useLocation();
  const start = shell?.viewer ? { to: '/dashboard', label: 'Go to my documents' } : { to: '/', label: 'Go to sign in' };
  return (
    <>
      {!shell?.viewer && <PlainMasthead />}
      <ErrorPage
        status={status}
        said={status < 500 ? said : undefined}
        words={words}
        reference={reference ?? shell?.requestId}
        home={status === 0 ? { to: pathname + search, label: 'Try again' } : start}
      />
    </>
  );
}
