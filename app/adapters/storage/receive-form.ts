import type { FileKind } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import { extensionOf } from '#app/adapters/storage/content/formats.ts';
import { readMultipart } from '#app/adapters/storage/multipart.ts';
import type { Uploaded, Uploads } from '#app/adapters/storage/uploads.ts';

export interface IntakeOptions {
  uploads: Uploads;
  org: string;
  /** The document's uid; null where it does not exist yet. */
  document: string | null;
  /** The uid of the person who uploads. */
  owner: string;
  /** Names of the form's file fields → what they are for; `any`: a PDF or what authors edit. */
  fields: Record<string, FileKind | 'any'>;
  maxBytes: number;
}

export interface Intake {
  /** Every other field of the form; a file field appears with the file's object key where its upload went well. */
  form: FormData;
  /** What became of each file that was chosen. A field without a file is not here. */
  files: Map<string, Result<Uploaded>>;
}

/** No form of the product has more than two files. */
const mostFiles = 20;

/**
 * Reads a multipart form whose files go straight to storage, without holding them. A refused file is read to its end
 * and dropped. Refuses as `readMultipart` does; nothing is left behind then. To be called by one who may upload.
 */
export async function receiveForm(request: Request, options: IntakeOptions): Promise<Result<Intake>> {
  const { uploads, org, document, owner, fields, maxBytes } = options;
  const files = new Map<string, Result<Uploaded>>();
  const drop = (file: Result<Uploaded> | undefined) =>
    file?.ok ? uploads.discard(org, owner, file.value.file.objectKey) : undefined;
  const read = await readMultipart(request, mostFiles, async ({ name, filename, body }) => {
    const use = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!use) return;
    const kind = use === 'any' ? (extensionOf(filename) === 'pdf' ? 'final' : 'working') : use;
    const { signal } = request;
    const received = await uploads.receive({ org, document, owner, kind, filename, maxBytes, body, signal });
    await drop(files.get(name));
    files.set(name, received);
  });
  if (!read.ok) {
    for (const file of files.values()) await drop(file);
    return read;
  }
  const form = read.value;
  for (const name of Object.keys(fields)) form.delete(name);
  for (const [name, file] of files) if (file.ok) form.set(name, file.value.file.objectKey);
  return ok({ form, files });
}
