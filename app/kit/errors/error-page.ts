import type { Failure, FailureCode } from '#events/failures.ts';
import { hasCode } from '#events/error-code.ts';
import { problemOf, type ProblemView } from '#app/kit/errors/problem.ts';
import type { ErrorWords, RefusalView } from '#app/ui/shell/error-page.tsx';
import { perhapsSent } from '#app/ui/text/uncertain-outcome.ts';

/** Carries a refusal to the error page. */
class ErrorPage extends Error {
  readonly code = 'error_page';
  constructor(readonly problem: ProblemView) {
    super(problem.title);
  }
}

/** The error to throw from a screen's loader or action: the error page shows the refusal with its status. */
export const errorPage = (failure: Failure): Error => new ErrorPage(problemOf(failure));

export const isErrorPage = (error: unknown): error is ErrorPage => hasCode(error, 'error_page');

/** Refusals that the error page has its own words for. */
const general: readonly FailureCode[] = ['not_found', 'not_allowed', 'not_signed_in', 'other_person'];

const unrecorded = 'What you sent was not recorded.';

/** The words after a form was sent, by the refusal's code, else by its status. */
const afterSending: Partial<Record<FailureCode | number, ErrorWords>> = {
  other_person: {
    title: 'Someone else has signed in',
    what: `Someone else signed in with this browser after you opened this page. ${unrecorded}`,
    next: 'Sign in as yourself, then send the form again.',
  },
  403: { title: "You don't have permission", what: `Your role does not allow this. ${unrecorded}` },
  404: {
    title: 'Record not found',
    what: `The record was discarded, or belongs to someone else. ${unrecorded}`,
    next: 'Start again from your documents.',
  },
  // The words for 409 already say that nothing was recorded.
  409: {},
};

/** Titles for a part of the system that cannot be reached. */
const unavailable: Partial<Record<FailureCode, string>> = {
  database_away: 'The database cannot be reached at the moment',
  storage_away: 'The files cannot be reached at the moment',
};

/** `sent`: an action was refused. */
export function toRefusalView(
  { code, status, title, detail }: ProblemView,
  reference: string,
  sent: boolean,
): RefusalView {
  const away = unavailable[code];
  // The page frame does not know whether a form was sent.
  if (away) return { words: { title: away, ...perhapsSent }, reference };
  const words = sent && status < 500 ? (afterSending[code] ?? afterSending[status] ?? { what: unrecorded }) : {};
  return { said: detail ?? (general.includes(code) ? undefined : title), words, reference };
}
