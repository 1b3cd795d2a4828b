import { renderToStaticMarkup } from 'react-dom/server';
import type { Failure } from '#events/failures.ts';
import { problemOf, type ShownProblem } from '#app/server/errors/problem.ts';
import styles from '#app/styles/app.css?url';
import favicon from '#app/ui/masthead/favicon.svg';
import { Mark } from '#app/ui/masthead/mark.tsx';

const lost = 'Nothing was changed and nothing was lost.';

const next: Record<number, string> = {
  403: 'If you need it for your work, ask an Admin of your organisation.',
  404: 'The address may be mistyped, or the file is not yours to see. Start again from your documents.',
  409: 'Go back, look at the record again, then repeat what you did.',
  503: 'Try again in a moment. If it lasts, tell your administrator the reference below.',
  500: 'The fault is ours. Try again. If it happens again, tell support the reference below.',
};

/** Of these something was lost, and the page must not say otherwise. */
const ofStorage: Partial<Record<Failure['code'], string>> = {
  file_damaged:
    'What is stored was checked and is not what was recorded, so it was not sent. Tell your administrator the reference below.',
  file_missing:
    'This version has no such file, or it is gone from the storage. Tell your administrator the reference below.',
};

/** What a fault of ours says. */
const fault = { status: 500, title: 'Something went wrong here', code: undefined };

/**
 * The error page of an address that answers with a file, where no page of the product stands around it: what happened, what to do, and
 * the reference that finds the log line.
 */
export const refusalPage = (failure: Failure, reference: string): Response =>
  problemPage(problemOf(failure), reference);

/** The same of a problem that was thrown; null: a fault of ours. */
export function problemPage(problem: ShownProblem | null, reference: string): Response {
  const { status, title, code } = problem ?? fault;
  const storage = code && ofStorage[code];
  const page = renderToStaticMarkup(
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} - Imprimatur`}</title>
        <link rel="stylesheet" href={styles} />
        <link rel="icon" href={favicon} type="image/svg+xml" />
      </head>
      <body>
        <header className="masthead">
          <div className="masthead-in">
            <a className="wordmark" href="/dashboard">
              <Mark />
              Imprimatur
            </a>
          </div>
        </header>
        <main className="page" id="main">
          <div className="narrow stack">
            <div>
              <p className="docno">{status}</p>
              <h1>{title}</h1>
            </div>
            {storage ? null : <p>{lost}</p>}
            <p>{storage ?? next[status] ?? next[409]}</p>
            <p className="actions">
              <a className="button" data-kind="solid" href="/dashboard">
                Go to my documents
              </a>
            </p>
            <p className="meta">
              Reference <span className="fingerprint">{reference}</span>
            </p>
          </div>
        </main>
      </body>
    </html>,
  );
  return new Response(`<!doctype html>${page}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
