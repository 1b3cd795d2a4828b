import { PassThrough } from 'node:stream';
import {
  createReadableStreamFromReadable,
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
} from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceProvider } from './ui/shell/nonce.tsx';

const abortDelay = 10_000;

/**
 * Renders a page. Browsers get it streamed; what isbot knows (curl and a headless browser's default name too) gets it
 * whole.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { cspNonce: nonce, log } = context;
  const whole = isbot(request.headers.get('user-agent'));
  return new Promise((resolve, reject) => {
    let answering = false;
    const answer = () => {
      answering = true;
      const body = new PassThrough();
      headers.set('Content-Type', 'text/html; charset=utf-8');
      if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={remix} url={request.url} abortDelay={abortDelay} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        ...(whole ? { onAllReady: answer } : { onShellReady: answer }),
        onShellError: reject,
        onError(error) {
          status = 500;
          // Before the answer has begun, the error rejects and Remix tells handleError.
          if (answering) log.error({ err: error }, 'a page broke off while it was rendered');
        },
      },
    );
    setTimeout(abort, abortDelay + 1_000).unref();
  });
}

/** Whatever a loader, an action or a page throws that is not an answer. Its log line bears the request's id. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  context.log.error({ err: error }, 'a request failed');
};

/** Answers of loaders to client navigations: as little to be kept as the page itself. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
}
