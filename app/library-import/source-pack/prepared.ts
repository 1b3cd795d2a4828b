import type { StoredFile } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { removeFiles, storeFile } from '#app/library-import/source-pack/stored.ts';
import type { Ports } from '#app/kit/ports.ts';
import { cleanPath } from '#app/adapters/storage/filename.ts';
import { preparedFolder } from '#app/adapters/storage/key.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';
import { inDigits } from '#app/ui/text/count.ts';

/** Prepared folders that a form offers. */
const mostOffered = 100;
/** Files of one, in all its folders. */
const mostFiles = 20_000;
const copiedAtOnce = 8;

const no = (says: string) => refuse('invalid_input', { fields: { prepared: [says] } });

/** The names of the folders that an operator prepared for imports of the organisation. */
export async function listPrepared({ storage }: Pick<Ports, 'storage'>, org: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isFolder } of storage.within(org).list(preparedFolder(org))) {
    if (isFolder) names.push(name);
    if (names.length === mostOffered) break;
  }
  return names.sort();
}

/** The keys of all files in a folder and the folders in it. */
async function* keysIn(files: OrganisationStorage, folder: string): AsyncGenerator<string> {
  for await (const { name, isFolder } of files.list(folder)) {
    if (isFolder) yield* keysIn(files, `${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}

/**
 * Copies the files of a prepared folder to those of an import, as if they were uploaded: what the operator changes
 * later changes nothing. Where it refuses or fails, no copy is left.
 */
export async function copyPrepared(
  { storage }: Pick<Ports, 'storage'>,
  { org, importUid, newId }: { org: string; importUid: string; newId(): string },
  name: string,
): Promise<Result<StoredFile[]>> {
  const files = storage.within(org);
  const keys: string[] = [];
  for await (const key of keysIn(files, `${preparedFolder(org)}/${name}`)) {
    if (keys.push(key) > mostFiles)
      return no(`The folder has more than ${inDigits(mostFiles)} files. Pack them as ZIP files.`);
  }
  if (keys.length === 0) return no('There are no files in this folder.');
  const copies: StoredFile[] = [];
  const copy = async (key: string): Promise<Result<void>> => {
    const opened = await files.open(key);
    const file = key.slice(preparedFolder(org).length + 1);
    if (!opened.ok) return no(`The file ${file} cannot be read. Rename it or copy it again.`);
    const given = {
      name: cleanPath(file.slice(name.length)),
      mediaType: 'application/octet-stream',
      body: opened.value,
    };
    copies.push(await storeFile({ storage }, org, importUid, newId(), given));
    return ok(undefined);
  };
  for (let at = 0; at < keys.length; at += copiedAtOnce) {
    const batch = await Promise.allSettled(keys.slice(at, at + copiedAtOnce).map(copy));
    const failed = batch.find((one) => one.status === 'rejected' || !one.value.ok);
    if (!failed) continue;
    await removeFiles({ storage }, org, copies);
    if (failed.status === 'rejected') throw failed.reason;
    if (!failed.value.ok) return failed.value;
  }
  const inOrder = copies.sort((a, b) => (a.name < b.name ? -1 : 1));
  return ok(inOrder.filter(({ size }) => size > 0));
}
