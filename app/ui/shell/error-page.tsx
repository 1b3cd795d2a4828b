import { LinkButton } from '../button/button.tsx';
import { Actions } from '../page/page.tsx';
import { perhapsSent } from '../text/uncertain-outcome.ts';

type ErrorPageProps = {
  /** HTTP status; 0 without an answer. */
  status: number;
  /** The refusal's own sentence. */
  said?: string | undefined;
  /** Replace the page's own words. */
  words?: ErrorWords | undefined;
  /** Finds the log lines of the request. */
  reference?: string | undefined;
  /** The button's page. */
  home: { to: string; label: string };
};

export type ErrorWords = Partial<Words>;

/** A refusal on the error page. */
export interface RefusalView {
  /** The refusal's own message. */
  said?: string | undefined;
  /** These replace the page's default words. */
  words: ErrorWords;
  /** Finds the log lines of the request. */
  reference: string;
}

type Words = { title: string; what: string; next: string };

const lost = 'Nothing was changed and nothing was lost.';
const again = 'Go back, check the record, then repeat what you did.';
const unsure = 'Your last change may not have been recorded.';
export const twice = 'Try again. A form that is sent twice is recorded once.';

const byStatus: Record<number, Words> = {
  0: { title: 'No connection', ...perhapsSent },
  400: { title: 'The request could not be read', what: lost, next: 'Go back and send the form again.' },
  401: { title: 'You are not signed in', what: lost, next: 'Sign in, then repeat what you did.' },
  403: {
    title: "You don't have access",
    what: `Your role does not allow this page. ${lost}`,
    next: 'If you need it for your work, ask an Admin of your organisation.',
  },
  404: {
    title: 'Page not found',
    what: `The address may be mistyped, or the record belongs to another organisation. ${lost}`,
    next: 'Check the address, or start again from your documents.',
  },
  405: { title: 'This page cannot do that', what: lost, next: 'Open the page and use its form.' },
  409: {
    title: 'Someone else made a change first',
    what: 'Your change was not recorded. The other change was.',
    next: again,
  },
  413: {
    title: 'The file is too large',
    what: `It was not stored. ${lost}`,
    next: 'Go back and choose a smaller file.',
  },
  429: { title: 'Too many requests', what: lost, next: 'Wait a moment, then try again.' },
};

const refused: Words = {
  title: 'That was not possible',
  what: lost,
  next: again,
};

const fault: Words = {
  title: 'Something went wrong here',
  what: `Everything recorded before is safe. ${unsure}`,
  next: `${twice} If it happens again, give support the reference below.`,
};

const wordsOf = ({ status, words }: Pick<ErrorPageProps, 'status' | 'words'>): Words => ({
  ...(byStatus[status] ?? (status < 500 ? refused : fault)),
  ...words,
});

/** The heading, which is also the title of the browser tab. */
export const errorTitle = (of: Pick<ErrorPageProps, 'status' | 'words'>): string => wordsOf(of).title;

/** Says what happened, what to do and the reference of the log line. Never shows a stack trace. */
export function ErrorPage({ status, said, words, reference, home }: ErrorPageProps) {
  const { title, what, next } = wordsOf({ status, words });
  return (
    <main className="page" id="main" tabIndex={-1}>
      <div className="narrow stack">
        <div>
          <p className="docno">{status || null}</p>
          <h1>{title}</h1>
        </div>
        {said && <p className="record">{said}</p>}
        <p>{what}</p>
        <p>{next}</p>
        <Actions>
          <LinkButton to={home.to} kind="solid">
            {home.label}
          </LinkButton>
        </Actions>
        {reference && (
          <p className="meta">
            Reference <span className="fingerprint">{reference}</span>.{' '}
            <a href={`/support?reference=${encodeURIComponent(reference)}`}>Support</a>
          </p>
        )}
      </div>
    </main>
  );
}
