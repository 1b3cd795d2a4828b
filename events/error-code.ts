/**
 * Whether an error is of the kind `code`. Errors are recognised by code, since a class may exist in several bundles.
 */
export const hasCode = <E extends Error>(error: unknown, code: E extends { code: infer C } ? C : string): error is E =>
  codeOf(error) === code;

/** The `code` of an error; undefined where it has none. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Whether the disk, the quota, or the largest file that the system allows is full. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error)));
