const longest = 180;

/**
 * A file name as it is stored: in NFC, without folders, control characters and direction marks (which can make
 * `exe.pdf` of `fdp.exe`), at most 180 characters with its extension.
 */
export function cleanFilename(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (clean.length <= longest) return clean || 'file';
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? '';
  return wholeCharacters(clean.slice(0, longest - extension.length)).trimEnd() + extension;
}

/** The same of a name with its folders, which are divided by slashes. */
export const cleanPath = (given: string): string =>
  given
    .split(/[/\\]/)
    .filter((part) => !['', '.', '..'].includes(part))
    .map(cleanFilename)
    .join('/') || 'file';

/** Drops half of a surrogate pair that a cut left at the end. */
const wholeCharacters = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
