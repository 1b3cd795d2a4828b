import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#app/adapters/environment/config.ts';

export interface SqlFile {
  /** The file's name without its ending. */
  name: string;
  text: string;
  sha256: string;
  /** The functions that it creates, with their schemas. */
  functions: readonly string[];
}

export interface MigrationFiles {
  /** Run once each, in the order of their names. They are never changed after a release. */
  numbered: readonly SqlFile[];
  /** Installed again whenever their text changes, in the order of their names. */
  functions: readonly SqlFile[];
}

let files: MigrationFiles | undefined;

/** The files of `migrations/`, read from disk once: a build finds them in the repository too. */
export const migrationFiles = (): MigrationFiles =>
  (files ??= {
    numbered: ['baseline', 'earlier', ''].flatMap((folder) => sqlFiles(path.join('migrations', folder))),
    functions: sqlFiles('migrations/functions'),
  });

function sqlFiles(folder: string): SqlFile[] {
  const names = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.sql'));
  return names.sort().map((file) => {
    const text = readFileSync(path.join(root, folder, file), 'utf8');
    return {
      name: path.basename(file, '.sql'),
      text,
      sha256: createHash('sha256').update(text).digest('hex'),
      functions: Array.from(text.matchAll(/^create function ([a-z_]+\.[a-z_]+)\(/gm), ([, name]) => name!),
    };
  });
}
