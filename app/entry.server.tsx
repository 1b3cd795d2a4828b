import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { compressed } from './server/compressed.ts';
import { packed } from './server/pack.ts';
import { settledAs } from './server/settled.ts';
import { keepHtml, settleBy } from './ui/kept/kept.ts';
import { rememberPacked } from './ui/kept/packed.ts';
import { NonceProvider } from './ui/shell/nonce.tsx';

keepHtml(renderToString);
rememberPacked(packed);
settleBy(settledAs);

/**
 * Renders a page in one piece. No loader defers anything and nothing suspends, so the whole of a page is known before its first byte: to
 * stream it would cost a flush of the compressor, and a script, for each of its pieces.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { cspNonce: nonce } = context;
  const { serverHandoffStream: handoff, ...whole } = remix;
  const data = handoff ? await new Response(handoff).text() : '';
  const html = renderToString(
    <NonceProvider value={nonce}>
      <RemixServer context={whole} url={request.url} nonce={nonce} />
    </NonceProvider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  // As bytes part by part: put together as a text, the page would be copied once more, two bytes a character.
  const parts = remix.renderMeta?.didRenderScripts ? withData(html, data, nonce) : [html];
  const page = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { encoding } = context;
  if (!encoding) return new Response(page, { headers, status });
  headers.set('Content-Encoding', encoding);
  return new Response(await compressed(page, encoding), { headers, status });
}

const end = '</body></html>';

/**
 * The page with what its loaders answered, for the browser to take the page over. It stands beside the script that hands it on, which Remix's
 * own streaming has in it: as a text of that script each of its quotation marks would have to be escaped.
 */
function withData(html: string, data: string, nonce: string): string[] {
  // It is JSON, where `<` stands in texts alone. Without one nothing ends the element or begins a comment (HTML, 4.12.1.3).
  const literal = data.replaceAll('<', String.raw`\u003c`);
  const script = `<script type="application/json" nonce="${nonce}">${literal}</script><script nonce="${nonce}">{const{streamController:c}=window.__remixContext;c.enqueue(document.currentScript.previousElementSibling.textContent);c.close()}</script>`;
  return html.endsWith(end) ? [html.slice(0, -end.length), script, end] : [html, script];
}

/**
 * Milliseconds after which Remix gives up on what a loader has only promised. No loader promises: its data is there when it is written. Remix
 * does not take back the timer, which would keep each page's data for so long.
 */
export const streamTimeout = 20;

/**
 * Whatever a loader, an action or a page throws that is not an answer. Its log line bears the request's id. That a page takes no form, or
 * that there is no such page, is the sender's mistake.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.log.error({ err: error }, 'a request failed');
};

/** Answers of loaders to client navigations: as little to be kept as the page itself. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
}
