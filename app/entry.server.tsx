import { PassThrough } from 'node:stream';
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type HandleErrorFunction,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceProvider } from './ui/shell/nonce.tsx';

// The server process starts these from the same build as the pages.
export { runWebWorker } from './server/cluster/worker.ts';
export { main } from './server/main.ts';

/** Milliseconds until an incomplete page is aborted. No loader defers data, so no page should take that long. */
export const streamTimeout = 5_000;

/** Streams a page. Only the data for hydration follows the shell, so bots need no special case. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { cspNonce: nonce, log }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let shellRendered = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
      </NonceProvider>,
      {
        nonce,
        onShellReady() {
          shellRendered = true;
          headers.set('Content-Type', 'text/html; charset=utf-8');
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onAllReady: () => clearTimeout(timer),
        onShellError: reject,
        onError(error) {
          // A fault before the shell rejects; Remix then renders the error page and reports it by handleError.
          if (shellRendered && !request.signal.aborted) log.error({ err: error }, 'http.render_failed');
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Logs unexpected errors of loaders, actions and pages. A 404 or 405 is not logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.log.error({ err: error }, 'http.request_failed');
};
