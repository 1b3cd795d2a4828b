import type { Storage } from '#app/adapters/storage/port.ts';
import type { ArchiveFile } from '#app/set-up/archive/opened.ts';
import { Fault } from '#app/adapters/environment/fault.ts';

/**
 * Stores the files of an archive, those that an import before had stored already left as they are. No event names them
 * yet, so nobody sees them.
 */
export async function storeFiles(
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
