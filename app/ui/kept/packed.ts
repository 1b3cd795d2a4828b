/**
 * Data on its way to a component as one text, from `pack` (`app/server/pack.ts`): JSON in which the marks that a text within a text has to
 * escape have changed places with others.
 */
export type Packed<T> = string & { readonly __of?: T };

const places: { readonly [mark: string]: string } = { '"': '`', '`': '"', '\\': '~', '~': '\\' };

/** Changes the places of the marks; twice, and it is the same text. A third of a list's JSON would be backslashes otherwise. */
export const swapMarks = (text: string): string => text.replace(/["`\\~]/g, (mark) => places[mark]!);

let remember: ((text: string) => unknown) | undefined;

/** Gives the server what it packed itself, the very same object; the browser does not call it. */
export function rememberPacked(by: ((text: string) => unknown) | undefined): void {
  remember = by;
}

/** What was packed. */
export const unpack = <T>(packed: Packed<T>): T => (remember?.(packed) ?? JSON.parse(swapMarks(packed))) as T;
