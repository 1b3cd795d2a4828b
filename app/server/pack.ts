import { LRUCache } from 'lru-cache';
import { type Packed, swapMarks } from '#app/ui/kept/packed.ts';

const texts = new WeakMap<object, string>();
const values = new LRUCache<string, object>({ max: 500 });

/**
 * Plain data as one text for the browser. Single fetch names every value of every row by a number, which takes the server longer to write and
 * the page more room than the rows do; of what is frozen the text is kept.
 */
export function pack<T extends object>(value: T): Packed<T> {
  const text = texts.get(value) ?? swapMarks(JSON.stringify(value));
  if (Object.isFrozen(value)) texts.set(value, text);
  values.set(text, value);
  return text as Packed<T>;
}

/** The object that a text was made of, as long as it is remembered: rendering goes on with what queries answered. */
export const packed = (text: string): object | undefined => values.get(text);
