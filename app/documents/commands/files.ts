import type { FileKind, StoredFile } from '#events/document/events.ts';
import type { Document } from '#events/document/state.ts';
import { ok, type Failure, type Result } from '#events/failures.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';

type Kinds<T> = Record<FileKind, T>;

/** The document's files by object key, which a form may send back unchanged. */
export const filesOf = (document: Document): StoredFile[] =>
  [document.current.files, document.nextFiles].flatMap(({ working, final }) =>
    [working, final].filter((file) => file !== null),
  );

/**
 * Claims the uploads that a form names for this document (its uid); a key that the document already has is that file.
 * Null if the form names none. A refusal names the field (`working`, `final`).
 */
export async function claimFiles(
  { ports, org, viewer }: SignedInContext,
  document: string,
  keys: Kinds<string>,
  has: readonly StoredFile[] = [],
): Promise<Result<Kinds<StoredFile | null>>> {
  const taken: Kinds<StoredFile | null> = { working: null, final: null };
  for (const kind of ['working', 'final'] as const) {
    const key = keys[kind];
    if (key === '') continue;
    const known = has.find(({ objectKey }) => objectKey === key);
    if (known) {
      taken[kind] = known;
      continue;
    }
    const claimed = await ports.uploads.claim({ org, objectKey: key, document, user: viewer.uid, kind });
    if (!claimed.ok) return { ok: false, failure: besideField(kind, claimed.failure) };
    taken[kind] = claimed.value;
  }
  return ok(taken);
}

/** A file's refusal, shown beside its field. */
export function besideField(kind: FileKind, failure: Failure): Failure {
  const words = failure.code === 'file_missing' ? 'The file has not arrived. Upload it again.' : failure.detail;
  return words ? { ...failure, fields: { [kind]: [words] } } : failure;
}
