import type { FileKind, StoredFile } from '#events/document/events.ts';
import type { Document } from '#events/document/state.ts';
import { ok, type Failure, type Result } from '#events/failures.ts';
import type { SignedInContext } from '#app/commands/command.ts';

type Kinds<T> = Record<FileKind, T>;

/** The files that a document has already, by the keys that a form may send back unchanged. */
export const filesOf = (document: Document): StoredFile[] =>
  [document.current.files, document.nextFiles].flatMap(({ working, final }) =>
    [working, final].filter((file) => file !== null),
  );

/**
 * Takes the uploads that a form names for this document (its uid): from now on they belong to it. A key that the
 * document has already is that file. Null where the form names none. A refusal names the field (`working`, `final`).
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

/** The refusal of a file, shown beside the field of the form that holds it. */
export function besideField(kind: FileKind, failure: Failure): Failure {
  const words = failure.code === 'file_missing' ? 'The file has not arrived. Upload it again.' : failure.detail;
  return words ? { ...failure, fields: { [kind]: [words] } } : failure;
}
