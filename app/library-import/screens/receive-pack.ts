import type { StoredFile } from '#events/document/events.ts';
import { ok } from '#events/failures.ts';
import { removeFiles, storeFile } from '#app/library-import/source-pack/stored.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import { cleanPath } from '#app/adapters/storage/filename.ts';
import { isMultipart, readMultipart } from '#app/adapters/storage/multipart.ts';

/** A folder of a library holds a file for each version, and their evidence. */
const mostFiles = 50_000;

export interface ReceivedPack {
  data: FormData;
  /** The uid that the import gets: its files are stored under it. */
  import: string;
  files: StoredFile[];
  /** Removes the files of a form that was refused. */
  discard(): Promise<void>;
}

/**
 * The posted form of an import, a new one or that of `uid`. Its files go straight to storage, whatever their field is
 * called.
 */
export async function receivePack({ request, ports, viewer }: Page, uid = ports.newId()): Promise<ReceivedPack> {
  const files: StoredFile[] = [];
  const discard = () => removeFiles(ports, viewer.org, files);
  const read = isMultipart(request)
    ? await readMultipart(request, mostFiles, async ({ path, body }) => {
        const stored = { name: cleanPath(path), mediaType: 'application/octet-stream', body };
        files.push(await storeFile(ports, viewer.org, uid, ports.newId(), stored));
      })
    : ok(await request.formData());
  if (!read.ok) {
    await discard();
    throw errorPage(read.failure);
  }
  return { data: read.value, import: uid, files: files.filter(({ size }) => size > 0), discard };
}
