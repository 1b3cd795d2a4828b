import { LinkButton } from '../button/button.tsx';
import { Actions } from '../page/page.tsx';
import { perhapsSent } from '../text/uncertain-outcome.ts';

type ErrorPageProps = {
  /** HTTP status; 0 where no answer came. */
  status: number;
  /** What the refusal said, where it had words for the person. */
  said?: string | undefined;
  /** In place of the page's own words, where the server knows better. */
  words?: ErrorWords | undefined;
  /** Finds the log lines of the request. */
  reference?: string | undefined;
  /** Where to go on from here. */
  home: { to: string; label: string };
};

export type ErrorWords = Partial<Words>;

type Words = { title: string; what: string; next: string };

const lost = 'Nothing was changed and nothing was lost.';
const again = 'Go back, look at the record again, then repeat what you did.';
const unsure = 'What you sent last may not have been recorded.';
export const twice = 'Try again. A form that is sent twice is recorded once.';

const byStatus: Record<number, Words> = {
  // A form that gets no answer stays where it is: mostly it is a page that was asked for, such as the next part of a list.
  0: { title: 'There is no connection', ...perhapsSent },
  400: { title: 'The request could not be read', what: lost, next: 'Go back and send the form again.' },
  401: { title: 'You are not signed in', what: lost, next: 'Sign in, then repeat what you did.' },
  403: {
    title: 'You may not see this page',
    what: `Your role does not permit it. ${lost}`,
    next: 'If you need it for your work, ask an Admin of your organisation.',
  },
  404: {
    title: 'There is no such page',
    what: `The address may be mistyped, or the record belongs to somebody else. ${lost}`,
    next: 'Check the address, or start again from your documents.',
  },
  405: { title: 'This page cannot do that', what: lost, next: 'Open the page itself and use its form.' },
  409: {
    title: 'Somebody else was faster',
    what: 'What you sent was not recorded; what others did stands.',
    next: again,
  },
  413: {
    title: 'The file is too large',
    what: `Nothing of it was kept. ${lost}`,
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
  what: `The fault is ours. What was recorded before is safe. ${unsure}`,
  next: `${twice} If it happens again, tell support the reference below.`,
};

const wordsOf = ({ status, words }: Pick<ErrorPageProps, 'status' | 'words'>): Words => ({
  ...(byStatus[status] ?? (status < 500 ? refused : fault)),
  ...words,
});

/** The heading of the page, which its tab bears too. */
export const errorTitle = (of: Pick<ErrorPageProps, 'status' | 'words'>): string => wordsOf(of).title;

/** What happened, that nothing was lost, what to do, and the reference that finds the log line. Never a stack trace. */
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
