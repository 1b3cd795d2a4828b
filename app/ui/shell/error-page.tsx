import { LinkButton } from '../button/button.tsx';
import { Actions } from '../page/page.tsx';

type ErrorPageProps = {
  /** HTTP status. */
  status: number;
  /** What the refusal said, where it had words for the person. */
  said?: string | undefined;
  /** Finds the log lines of the request. */
  reference?: string | undefined;
  /** Where to go on from here. */
  home: { to: string; label: string };
};

type Words = { title: string; what: string; next: string };

const lost = 'Nothing was changed and nothing was lost.';

const words: Record<number, Words> = {
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
    what: 'The record changed while you were working on it. What you sent was not recorded; what others did stands.',
    next: 'Open the record again, look at it, then repeat what you did.',
  },
  413: {
    title: 'The file is too large',
    what: `This site accepts no file of that size. Nothing of it was kept. ${lost}`,
    next: 'Go back and choose a smaller file.',
  },
  429: { title: 'Too many requests', what: lost, next: 'Wait a moment, then try again.' },
};

const refused: Words = {
  title: 'That was not possible',
  what: lost,
  next: 'Go back, look at the record again, then repeat what you did.',
};

const fault: Words = {
  title: 'Something went wrong here',
  what: 'The fault is ours. Everything that was recorded before is safe; what you sent last may not have been recorded.',
  next: 'Try again. A form that is sent twice is recorded once. If it happens again, tell support the reference below.',
};

/** What happened, that nothing was lost, what to do, and the reference that finds the log line. Never a stack trace. */
export function ErrorPage({ status, said, reference, home }: ErrorPageProps) {
  const { title, what, next } = words[status] ?? (status < 500 ? refused : fault);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <div className="narrow stack">
        <div>
          <p className="docno">{status}</p>
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
