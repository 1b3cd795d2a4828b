import type { OrganisationStorage } from '#app/adapters/storage/port.ts';
import { openVerified } from '#app/adapters/storage/verified.ts';
import { filesOf, type Snapshot, type PastDocument, type PastFile } from '#app/audit/evidence/pack/snapshot.ts';
import type { ReadEvent } from '#app/audit/evidence/pack/event-descriptions.ts';
import { documentOf } from '#app/audit/queries/event-documents.ts';
import type { PackedFile } from '#app/audit/evidence/verify/contents.ts';
import type { NewFile } from '#app/audit/evidence/pack/zip.ts';

/** A PDF that a pack's events record, or what a signature names, with its name in the pack. */
export interface WantedFile extends PastFile {
  path: string;
  /** Number, title, version and kind, in words. */
  title: string;
}

/**
 * Collects the PDFs that events name and the comparisons that signatures do, each once. `snapshot` has loaded their
 * documents before.
 */
export class FileCollection {
  readonly #found = new Map<string, WantedFile>();

  constructor(private readonly snapshot: Snapshot) {}

  add({ event }: ReadEvent): void {
    const uid = documentOf(event);
    const document = uid === null ? null : this.snapshot.document(uid);
    if (!document) return;
    for (const pdf of filesOf([event]).values())
      if (pdf.kind !== 'comparison') this.#want(document, document.files.get(pdf.file.sha256) ?? pdf);
    if (!('signature' in event.data)) return;
    const { sha256, comparison } = event.data.signature;
    for (const named of [sha256, comparison]) {
      const file = named === null ? undefined : document.files.get(named);
      if (file) this.#want(document, file);
    }
  }

  #want(document: PastDocument, wanted: PastFile): void {
    const { file, version, kind, from } = wanted;
    const { sha256 } = file;
    if (this.#found.has(sha256)) return;
    const number =
      document.number
        .normalize('NFKD')
        .replace(/[^A-Za-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'document';
    const path = `files/${number}-v${version}-${kind}-${sha256.slice(0, 8)}.${kind === 'comparison' ? 'json' : 'pdf'}`;
    const words = {
      signed: 'with its signatures',
      original: 'as it was uploaded',
      comparison: `what changed since version ${from}`,
    };
    const title = `${document.number} ${document.name}, version ${version}, ${words[kind]}`;
    this.#found.set(sha256, { ...wanted, path, title });
  }

  /** In the order of their paths. */
  list(): WantedFile[] {
    return [...this.#found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** The files in the pack, and those that are damaged or missing in storage. */
export interface FileOutcome {
  packed: (PackedFile & { title: string; kind: PastFile['kind']; objectKey: string })[];
  missing: { name: string; sha256: string }[];
}

/**
 * The stored files as files of a pack, each hashed before and while it is copied. Damaged ones are named and left out.
 */
export async function* storedFiles(
  storage: OrganisationStorage,
  wanted: readonly WantedFile[],
  outcome: FileOutcome,
  damaged: (file: WantedFile, refusal: string) => void,
): AsyncGenerator<NewFile> {
  for (const one of wanted) {
    const { sha256, objectKey, size } = one.file;
    const opened = await openVerified(storage, objectKey, sha256);
    if (!opened.ok) {
      outcome.missing.push({ name: one.title, sha256 });
      damaged(one, opened.failure.code);
      continue;
    }
    const { path, title, kind } = one;
    outcome.packed.push({ path, name: one.file.name, size, sha256, title, kind, objectKey });
    yield { path, stream: opened.value.body, sha256 };
  }
}
