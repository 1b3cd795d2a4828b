/** Scripts that are written without spaces: a line that ends within a word leaves one that is none. */
const unspaced = '[\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3040-\\u30FF\\u3400-\\u9FFF\\uF900-\\uFAFF]';
const betweenUnspaced = new RegExp(`(?<=${unspaced})\\s+(?=${unspaced})`, 'gu');

/** Letters of a part: an index entry holds up to 16,383 words. */
const longestPart = 30_000;

/**
 * The text as it is searched: words divided at the end of a line in one, also at a soft hyphen, spaces as one, nothing
 * PostgreSQL cannot hold.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '')
    .replaceAll('\u0002', '\uFFFE')
    .replace(/[\uFFFE\u00AD]\s*/gu, '')
    .replace(/(?<=\p{L})-\s*\n\s*(?=\p{Ll})/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(betweenUnspaced, '')
    .trim();
}

/** A long text in parts, divided at spaces where there are some. */
export function inParts(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const space = at + longestPart < text.length ? text.lastIndexOf(' ', at + longestPart) : text.length;
    const end = space > at ? space : at + longestPart;
    parts.push(
      text
        .slice(at, end)
        .trim()
        .replace(/\p{Surrogate}/gu, ''),
    );
    at = end;
  }
  return parts;
}
