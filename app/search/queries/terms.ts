/** What somebody looks for inside documents. */
export interface Terms {
  /** Each must stand on the page, as a word or its beginning. */
  words: string[];
  /**
   * Each must stand on the page letter by letter: what is in quotation marks, and words without spaces between them.
   */
  phrases: string[];
}

/** More make a search slower and find no more. */
const most = 12;

const unspaced = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]{2}/u;

/** Reads words and, in quotation marks of any kind, phrases. */
export function readTerms(q: string): Terms {
  const quoted = [...q.matchAll(/["“”„«]([^"“”„«»]+)["“”»]/gu)]
    .map(([, phrase]) => phrase!.trim())
    .filter((one) => one !== '');
  const rest = q.replace(/["“”„«][^"“”„«»]+["“”»]/gu, ' ');
  const loose = rest.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const words = [...quoted.flatMap((phrase) => phrase.split(/\s+/u)), ...loose].slice(0, most);
  return { words, phrases: [...quoted, ...words.filter((word) => unspaced.test(word))] };
}
