import type { ReactNode } from 'react';

/** Renders to HTML that the browser takes over. */
type Render = (content: ReactNode) => string;

let render: Render | undefined;

/** Has the server keep HTML, rendered by this; the browser does not call it. */
export function keepHtml(by: Render | undefined): void {
  render = by;
}

type Settle = (value: object) => object;

let settle: Settle | undefined;

/** Has the server settle data by this; the browser does not call it. */
export function settleBy(by: Settle | undefined): void {
  settle = by;
}

/**
 * Little plain data that will be equal again: on the server one and the same frozen object for all that is equal, of which HTML can be kept.
 * What the text of JSON leaves out must not matter.
 */
export const settled = <T extends object>(value: T): Readonly<T> => (settle?.(value) ?? value) as Readonly<T>;

const kept = new WeakMap<object, WeakMap<object, string>>();

/**
 * Says of what shows something (a component, the columns of a register) that it is made once and that what it shows depends on nothing but the
 * object it is given: no place, no person, no moment. Of an object that is frozen the HTML is then kept as long as the object itself.
 * Queries answer such objects again and again (`app/queries/query-cache.ts`).
 */
export function steady<T extends object>(shows: T): T {
  kept.set(shows, new WeakMap());
  return shows;
}

/** What `shows` makes of an object, as HTML, where that is kept; undefined where it has to be rendered in its place. */
export function keptHtml(shows: object, given: unknown, content: () => ReactNode): string | undefined {
  const known = render && kept.get(shows);
  if (!render || !known || typeof given !== 'object' || given === null || !Object.isFrozen(given)) return undefined;
  const before = known.get(given);
  if (before !== undefined) return before;
  const html = render(content());
  // React puts it together from hundreds of pieces. Asked for a character, V8 joins them: once, instead of in every page that it is part of.
  html.charCodeAt(0);
  known.set(given, html);
  return html;
}

/** What may change while the rest of what is shown stays: texts without marks of HTML (figures, hashes), by name. */
export type Changing = Readonly<Record<string, string>>;

/** Nobody can write a text that looks like a place: they do not know this. */
const seed = Math.random().toString(36).slice(2);
const places = new RegExp(`${seed}:(\\w+);`, 'g');

/** The same with the places of what changes in its stead, for HTML that is kept. */
export const placesOf = (changing: Changing): Changing =>
  Object.fromEntries(Object.keys(changing).map((name) => [name, `${seed}:${name};`]));

/** HTML with its places filled. */
export const filled = (html: string, changing: Changing): string =>
  html.replace(places, (_, name: string) => {
    const text = changing[name] ?? '';
    if (/[<>&"']/.test(text)) throw new Error('What changes in HTML that is kept has no marks of HTML.');
    return text;
  });
