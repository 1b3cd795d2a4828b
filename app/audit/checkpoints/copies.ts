import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#events/error-code.ts';

/** Copies of the last checkpoint of each ledger, outside the database: they show that it was rolled back. */
export interface CheckpointCopies {
  /** Where they are, for a sentence: `DATA_DIR/checkpoints`. */
  readonly place: string;
  /** Replaces the organisation's copy. `note`: the signed checkpoint. */
  store(org: string, note: string): Promise<void>;
  /** The stored notes, by organisation. */
  list(): Promise<ReadonlyMap<string, string>>;
}

/** The organisation of a copy's file name; undefined for another file. */
export const organisationOfCopy = (name: string): string | undefined => /^([0-9a-f-]{36})\.txt$/.exec(name)?.[1];

/** Copies as files of a folder; each is written whole or not at all. */
export const createLocalCopies = (folder: string): CheckpointCopies => ({
  place: 'DATA_DIR/checkpoints',
  async store(org, note) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = path.join(folder, `.${org}.part`);
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(note);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path.join(folder, `${org}.txt`));
  },
  async list() {
    const names = await readdir(folder).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    });
    const notes = new Map<string, string>();
    for (const name of names) {
      const org = organisationOfCopy(name);
      if (org) notes.set(org, await readFile(path.join(folder, name), 'utf8'));
    }
    return notes;
  },
});
