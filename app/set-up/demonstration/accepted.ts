import type { Failure, Result } from '#events/failures.ts';

/** Thrown where a command that must succeed was refused. */
export class CommandRefused extends Error {
  readonly code = 'command_refused';

  constructor(
    what: string,
    readonly failure: Failure,
  ) {
    super(`${what} was refused: ${JSON.stringify(failure)}`);
  }
}

/** The value of a result; throws `CommandRefused` if there is none. */
export function accepted<T>(result: Result<T>, what: string): T {
  if (result.ok) return result.value;
  throw new CommandRefused(what, result.failure);
}

/** The failure of a thrown `CommandRefused`, else null. */
export const failureOf = (error: unknown): Failure | null =>
  error instanceof Error && (error as Partial<CommandRefused>).code === 'command_refused'
    ? (error as CommandRefused).failure
    : null;
