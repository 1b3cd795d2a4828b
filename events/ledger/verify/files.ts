import type { Damage } from './damage.ts';
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
  /** A text that is in the bytes of every event that records a file, so that only those are decoded. */
  mark: string;
  list(event: EventEnvelope): RecordedFile[];
  /** SHA-256 (lower-case hex) of the bytes as they lie in storage now; null: there is no such file; else why this one cannot be read. */
  digest(org: string, storageKey: string): Promise<string | null | Unreadable>;
}

/** Compares the bytes in storage of every file that events recorded, each read once. */
export const checkFiles = async (
  org: string,
  files: FileCheck,
  recorded: readonly { position: string; file: RecordedFile }[],
  report: (damage: Damage) => void,
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
