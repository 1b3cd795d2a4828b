import type { Report } from './damage.ts';
import type { EventEnvelope } from '#events/ledger/types.ts';

/** A file that an event recorded. */
export interface RecordedFile {
  storageKey: string;
  /** Lower-case hex. */
  sha256: string;
  name: string;
}

export interface Unreadable {
  reason: string;
}

export interface FileCheck {
  /** The files that an event recorded. */
  list(event: EventEnvelope): RecordedFile[];
  /** SHA-256 (lower-case hex) of the stored bytes; null: there is no such file; else why it cannot be read. */
  digest(org: string, storageKey: string): Promise<string | null | Unreadable>;
}

/** Compares the stored bytes of every file that events recorded; each is read once. */
export const checkFiles = async (
  org: string,
  files: FileCheck,
  recorded: Iterable<{ position: string; file: RecordedFile }>,
  report: Report,
): Promise<void> => {
  const digests = new Map<string, string | null | Unreadable>();
  for (const { position, file } of recorded) {
    if (!digests.has(file.storageKey)) digests.set(file.storageKey, await files.digest(org, file.storageKey));
    const digest = digests.get(file.storageKey) ?? null;
    if (digest === file.sha256) continue;
    const found =
      digest === null
        ? 'is gone from storage'
        : typeof digest === 'string'
          ? `has other bytes than were recorded: SHA-256 ${digest}`
          : `cannot be read from storage: ${digest.reason}`;
    report({ position, what: 'file', reason: `the file ${file.name} (${file.storageKey}) ${found}` });
  }
};
