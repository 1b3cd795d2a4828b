import type { Failure, Result } from '#events/failures.ts';

/** The value of a result; throws with the refusal where there is none. */
export function accepted<T>(result: Result<T>, what: string): T {
  if (result.ok) return result.value;
  throw new Refused(what, result.failure);
}

/** What is thrown in place of a refusal. */
export class Refused extends Error {
  constructor(
    what: string,
    readonly failure: Failure,
  ) {
    super(`${what} was refused: ${JSON.stringify(failure)}`);
  }
}

/** Why a command refused, where that is what was thrown. */
export const refusalOf = (error: unknown): Failure | null => (error instanceof Refused ? error.failure : null);
