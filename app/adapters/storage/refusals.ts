import { refuse } from '#events/failures.ts';
import type { Failure } from '#events/failures.ts';

type Refused = { ok: false; failure: Failure };

/** Bytes as people say them: `250 MB`, `1.5 GB`, `900 bytes`; a megabyte is 1024 × 1024 bytes, as limits are set. */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const rounded = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${rounded} ${units[unit]}`;
}

export const fileMissing = (): Refused => refuse('file_missing', { detail: 'The file is not in storage.' });

export const fileTooLarge = (maxBytes: number): Refused =>
  refuse('file_too_large', {
    detail: `The file is larger than the limit of ${sizeInWords(maxBytes)}.`,
    facts: { maxBytes },
  });

export const storageFull = (): Refused =>
  refuse('storage_full', { detail: 'There is no room left in storage, so the file was not saved.' });

export const fileDamaged = (): Refused =>
  refuse('file_damaged', {
    detail: 'The stored file is not the one that was recorded: its fingerprint differs. It is not handed out.',
  });

/** `found`: what lies in the file's place, without a full stop. */
export const otherThanFile = (found: string): Refused =>
  refuse('file_damaged', { detail: `The stored file is not a file: ${found}.` });
