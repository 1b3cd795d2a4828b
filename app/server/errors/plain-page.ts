import { createHash } from 'node:crypto';
import type { Response } from 'express';

export interface PlainPage {
  status: number;
  title: string;
  /** What happened, that nothing was lost, what to do. */
  sentences: readonly string[];
  /** Finds the log line. */
  reference: string;
}

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 'Source Sans 3', system-ui, sans-serif; }
body { margin: 0; padding: 12vh 1.5rem; background: Canvas; color: CanvasText; }
main { max-width: 34rem; margin: 0 auto; border-top: 3px solid currentColor; padding-top: 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
small { opacity: 0.75; }`;
const styleHash = createHash('sha256').update(style).digest('base64');

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** Answers with a page that needs nothing of the product's own build, for what goes wrong before or beneath it. */
export function sendPlainPage(response: Response, { status, title, sentences, reference }: PlainPage): void {
  response
    .status(status)
    .setHeader('Content-Security-Policy', `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`)
    .setHeader('Cache-Control', 'no-store')
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escape(title)} - Imprimatur</title><style>${style}</style></head><body><main><h1>${escape(title)}</h1>` +
        `${sentences.map((sentence) => `<p>${escape(sentence)}</p>`).join('')}<p><a href="/">To the start page</a></p>` +
        `<p><small>Reference: ${escape(reference)}</small></p></main></body></html>`,
    );
}
