/** Data on its way to a component as one text: JSON, from `pack` (`app/http/pack.ts`). */
export type Packed<T> = string & { readonly __of?: T };

let remember: ((text: string) => unknown) | undefined;

/** Gives the server what it packed itself, the very same object; the browser does not call it. */
export function rememberPacked(by: ((text: string) => unknown) | undefined): void {
  remember = by;
}

/** What was packed. */
export const unpack = <T>(packed: Packed<T>): T => (remember?.(packed) ?? JSON.parse(packed)) as T;
