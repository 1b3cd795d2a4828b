import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { checkArchive } from '#app/set-up/archive/check.ts';
import { withArchive, type ArchiveFile } from '#app/set-up/archive/opened.ts';
import { refuseTaken, restore } from '#app/set-up/archive/restore.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { Fault } from '#app/adapters/environment/fault.ts';

interface ImportOrder {
  /** Of the archive on this machine. */
  path: string;
  /** This installation's key and FORMER_KEYS. */
  keys: readonly KeyObject[];
  /** As the database's owner. */
  pool: Pool;
  storage: Storage;
  /** Called while files are stored and events are written. */
  onProgress(stage: 'checked' | 'files' | 'events', done: number): void;
}

export interface Imported {
  org: string;
  name: string;
  size: number;
  /** Base64. */
  root: string;
  missing: number;
}

/**
 * Makes an organisation again from its archive. The whole archive is checked first, then files are stored, then one
 * transaction makes the organisation visible. After a crash the same archive is imported again and finds its files.
 */
export const importArchive = ({ path, keys, pool, storage, onProgress }: ImportOrder): Promise<Imported> =>
  withArchive(path, keys, async (archive) => {
    await refuseTaken({ pool, archive });
    await checkArchive(archive, keys);
    onProgress('checked', archive.files.length);
    const { organisation, ledger, missing } = archive.manifest;
    await storeFiles(storage, organisation.uid, archive.files, (files) => onProgress('files', files));
    await restore({ pool, archive, onEvents: (events) => onProgress('events', events) });
    const { uid: org, name } = organisation;
    return { org, name, size: ledger.size, root: ledger.root, missing: missing.length };
  });

/**
 * Stores the files of an archive, those that an import before had stored already left as they are. No event names them
 * yet, so nobody sees them.
 */
async function storeFiles(
  storage: Storage,
  org: string,
  files: readonly ArchiveFile[],
  onStored: (files: number) => void,
): Promise<void> {
  const own = storage.within(org);
  let stored = 0;
  for (const file of files) {
    if (file.kind !== 'file') continue;
    const key = `${org}/${file.name}`;
    const there = await own.digest(key);
    if (!there.ok || there.value.sha256 !== file.sha256) {
      const put = await own.put(key, file.open(), { maxBytes: file.size });
      if (!put.ok) throw new Fault(`The file ${file.path} cannot be stored: ${put.failure.code.replaceAll('_', ' ')}.`);
    }
    onStored(++stored);
  }
}
