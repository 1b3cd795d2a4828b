import type { Failure } from '#events/failures.ts';
import { problemOf, type ShownProblem } from '#app/http/problem.ts';

/** A refusal on its way to the error page. */
export class ErrorPage extends Error {
  constructor(readonly problem: ShownProblem) {
    super(problem.title);
  }
}

/** A refusal to throw from a screen's loader or action: its error page shows with its status. */
export const errorPage = (failure: Failure): Error => new ErrorPage(problemOf(failure));
