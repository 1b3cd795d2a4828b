import { createHash } from 'node:crypto';
import type { Response as ServerResponse } from 'express';
import type { Failure } from '#events/failures.ts';
import { problemOf, type ProblemView } from '#app/kit/errors/problem.ts';

/** An error page without the product's frame, script or build. */
export interface PlainPage {
  status: number;
  title: string;
  sentences: readonly string[];
  /** Finds the log line. */
  reference: string;
  /** Seconds until another try can succeed. */
  retryAfter?: number | null;
}

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 'Source Sans 3', system-ui, sans-serif; }
body { margin: 0; padding: 12vh 1.5rem; background: Canvas; color: CanvasText; }
main { max-width: 34rem; margin: 0 auto; border-top: 3px solid currentColor; padding-top: 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
small { opacity: 0.75; }`;
const styleHash = createHash('sha256').update(style).digest('base64');

const headersOf = ({ retryAfter }: PlainPage) => ({
  ...(retryAfter && { 'Retry-After': String(retryAfter) }),
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
});

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const render = ({ title, sentences, reference }: PlainPage): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escape(title)} - Imprimatur</title><style>${style}</style></head><body><main><h1>${escape(title)}</h1>` +
  `${sentences.map((sentence) => `<p>${escape(sentence)}</p>`).join('')}` +
  `<p><a href="/dashboard">Go to my documents</a></p>` +
  `<p><small>Reference: ${escape(reference)}</small></p></main></body></html>`;

/** Sends an error page through express. */
export function sendPlainPage(response: ServerResponse, page: PlainPage): void {
  response.status(page.status).set(headersOf(page)).send(render(page));
}

/** An error page as a loader's answer. */
export const plainPage = (page: PlainPage): Response =>
  new Response(render(page), { status: page.status, headers: headersOf(page) });

const lost = 'Nothing was changed and nothing was lost.';

const next: Record<number, string> = {
  403: 'If you need it for your work, ask an Admin of your organisation.',
  404: 'Check the address, or start again from your documents.',
  409: 'Go back, check the record, then repeat what you did.',
  503: 'Try again in a moment. If it happens again, give your administrator the reference below.',
  500: 'Try again. If it happens again, give support the reference below.',
};

/** These replace `lost`: the stored file may be lost. */
const ofStorage: Partial<Record<Failure['code'], string>> = {
  file_damaged:
    'The stored file differs from the recorded one, so it was not sent. Give your administrator the reference below.',
  file_missing:
    'The file is missing from this version or from the storage. Give your administrator the reference below.',
};

const fault = { status: 500, title: 'Something went wrong here', code: undefined, retryAfter: null };

/** The error page of a file's address; null is an unexpected error. */
export function refusalPage(refused: Failure | ProblemView | null, reference: string): PlainPage {
  const { status, title, code, retryAfter } =
    refused === null ? fault : 'status' in refused ? refused : problemOf(refused);
  const storage = code && ofStorage[code];
  const sentences = storage ? [storage] : [lost, next[status] ?? next[409]!];
  return { status, title, sentences, reference, retryAfter };
}
