import { unstable_parseMultipartFormData as parseMultipartFormData } from '@remix-run/node';
import type { FileKind } from '#events/document/events.ts';
import type { Result } from '#events/failures.ts';
import { lend } from '#app/storage/read-out.ts';
import type { Uploaded, Uploads } from '#app/storage/uploads.ts';

export interface IntakeOptions {
  uploads: Uploads;
  org: string;
  /** The document's uid; null where it does not exist yet. */
  document: string | null;
  /** The uid of the person who uploads. */
  owner: string;
  /** Names of the form's file fields → what they are for. */
  fields: Record<string, FileKind>;
  maxBytes: number;
}

export interface Intake {
  /** Every other field of the form; a file field appears with the file's object key where its upload went well. */
  form: FormData;
  /** What became of each file that was chosen. A field without a file is not here. */
  files: Map<string, Result<Uploaded>>;
}

/** A text field longer than this is cut: no field of the product comes near. */
const longestField = 64 * 1024;

/**
 * Reads a multipart form whose files go straight to storage, without holding them. A refused file is read to its end and
 * dropped, so that the browser gets to see the answer instead of a broken connection. To be called by one who may upload.
 */
export async function receiveForm(request: Request, options: IntakeOptions): Promise<Intake> {
  const { uploads, org, document, owner, fields, maxBytes } = options;
  const files = new Map<string, Result<Uploaded>>();
  const form = await parseMultipartFormData(request, async ({ name, filename, data }) => {
    const parts = data[Symbol.asyncIterator]();
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (filename === undefined && !kind) return readText(parts);
    if (!kind || !filename) {
      await drain(parts);
      return undefined;
    }
    try {
      const { signal } = request;
      const received = await uploads.receive({
        org,
        document,
        owner,
        kind,
        filename,
        maxBytes,
        body: lend(parts),
        signal,
      });
      files.set(name, received);
      return received.ok ? received.value.file.objectKey : undefined;
    } finally {
      await drain(parts);
    }
  });
  return { form, files };
}

async function drain(parts: AsyncIterator<Uint8Array>): Promise<void> {
  for (let next = await parts.next(); !next.done; next = await parts.next());
}

async function readText(parts: AsyncIterator<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    if (length < longestField) pieces.push(next.value);
    length += next.value.byteLength;
  }
  return Buffer.concat(pieces).subarray(0, longestField).toString('utf8');
}
