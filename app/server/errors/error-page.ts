import type { Failure, FailureCode } from '#events/failures.ts';
import { problemOf, type ShownProblem } from '#app/server/errors/problem.ts';
import type { ErrorWords } from '#app/ui/shell/error-page.tsx';
import { perhapsSent } from '#app/ui/text/uncertain-outcome.ts';

/** A refusal on its way to the error page. */
export class ErrorPage extends Error {
  constructor(readonly problem: ShownProblem) {
    super(problem.title);
  }
}

/** A refusal to throw from a screen's loader or action: its error page shows with its status. */
export const errorPage = (failure: Failure): Error => new ErrorPage(problemOf(failure));

/** Refusals whose words the error page has already. */
const general: readonly FailureCode[] = ['not_found', 'not_allowed', 'not_signed_in', 'other_person'];

const unrecorded = 'What you sent was not recorded.';

/** The page's own words where something was sent: with the form goes what was typed into it. By the refusal, else by its status. */
const afterSending: Partial<Record<FailureCode | number, ErrorWords>> = {
  other_person: {
    title: 'Somebody else has signed in',
    what: `They did so with this browser after this page was opened. ${unrecorded}`,
    next: 'Sign in as yourself, then send the form again.',
  },
  403: { title: 'You may not do this', what: `Your role does not permit it. ${unrecorded}` },
  404: {
    title: 'Record not found',
    what: `The record was discarded, or belongs to somebody else. ${unrecorded}`,
    next: 'Start again from your documents.',
  },
  // It says so already.
  409: {},
};

/** Of a part that cannot be reached at the moment. */
const unavailable: Partial<Record<FailureCode, string>> = {
  database_away: 'The database cannot be reached at the moment',
  storage_away: 'The files cannot be reached at the moment',
};

/** A refusal as the error page shows it. */
export interface RefusalView {
  /** The refusal's own words, where it has any for the person. */
  said?: string | undefined;
  /** In place of the page's own. */
  words: ErrorWords;
  /** Finds the log lines of the request. */
  reference: string;
}

/** `sent`: an action was refused. A fault has its own words. */
export function toRefusalView(
  { code, status, title, detail }: ShownProblem,
  reference: string,
  sent: boolean,
): RefusalView {
  const away = unavailable[code];
  // The frame, whose page it is, does not know whether something was sent.
  if (away) return { words: { title: away, ...perhapsSent }, reference };
  const words = sent && status < 500 ? (afterSending[code] ?? afterSending[status] ?? { what: unrecorded }) : {};
  return { said: detail ?? (general.includes(code) ? undefined : title), words, reference };
}
