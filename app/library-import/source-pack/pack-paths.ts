/** A name of a file as it is compared: in NFC and lower case, its folders divided by slashes. */
export const pathKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/');

/** A name without its folders, as it is compared. */
export const baseKey = (name: string): string => pathKey(name).split('/').at(-1) ?? '';

/** Folders and files that operating systems and file servers add, and what programs leave beside an open file. */
const folders = new Set([
  '__macosx',
  '.appledouble',
  '.spotlight-v100',
  '.trashes',
  '.fseventsd',
  '.temporaryitems',
  '.documentrevisions-v100',
  '$recycle.bin',
  'system volume information',
  '@eadir',
]);
const files = new Set([
  '.ds_store',
  '.localized',
  '.directory',
  'thumbs.db',
  'ehthumbs.db',
  'ehthumbs_vista.db',
  'desktop.ini',
  'icon\r',
  '.volumeicon.icns',
  '.apdisk',
]);

/** What an operating system calls what it added, for instance `.DS_Store`; null for a file of a person. */
export function systemPart(name: string): string | null {
  const parts = name.split(/[/\\]/).filter(Boolean);
  const folder = parts.slice(0, -1).find((part) => folders.has(part.toLowerCase()));
  if (folder) return folder;
  const base = parts.at(-1) ?? '';
  const isAdded = files.has(base.toLowerCase()) || /^(\._|~\$|\.~lock\.)/.test(base);
  return isAdded ? base : null;
}

const isAbsolute = (text: string): boolean => /^([a-z]:)?[/\\]/i.test(text);

/** Finds the files of a pack that a row names: by the whole name, or by the folders that the row names of it. */
export class PackPaths {
  readonly #byBase = new Map<string, string[]>();

  constructor(readonly keys: Iterable<string>) {
    for (const key of keys) {
      const base = baseKey(key);
      this.#byBase.set(base, [...(this.#byBase.get(base) ?? []), key]);
    }
  }

  /** The keys of all files that the text may mean. */
  find(text: string): string[] {
    const key = pathKey(text);
    const own = this.#byBase.get(baseKey(text)) ?? [];
    if (own.includes(key)) return [key];
    const within = own.filter((one) => one.endsWith(`/${key}`));
    // A name from the disk of the old system begins with folders that the pack does not have.
    return within.length > 0 || !isAbsolute(text) ? within : own.filter((one) => `/${key}`.endsWith(`/${one}`));
  }
}
