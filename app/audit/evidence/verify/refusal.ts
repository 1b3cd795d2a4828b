/** The first fault that verification found. */
export class Refusal extends Error {
  readonly code = 'refusal';

  constructor(
    /** The file, by its name in the pack or as it was given. */
    readonly file: string,
    /** In plain words, without a full stop. */
    readonly reason: string,
  ) {
    super(`${file}: ${reason}`);
  }
}

export const isRefusal = (error: unknown): error is Refusal =>
  (error as Partial<Refusal> | undefined)?.code === 'refusal';

/** Returns the value; throws a `Refusal` when it is missing. */
export function need<T>(found: T | null | undefined, file: string, reason: string): T {
  if (found === null || found === undefined) throw new Refusal(file, reason);
  return found;
}
