import type { Instant } from '#events/time.ts';

/** A file that the server holds for a form that is not yet sent. */
export type StoredFile = {
  /** Names the stored object; travels with the form in a hidden field. */
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Absent right after the browser sent it, when the server has not yet said. */
  uploadedAt?: Instant | undefined;
  /** Of the stored bytes, by the server. */
  sha256?: string | undefined;
  /** What the person should know about it. */
  note?: string | undefined;
};

/** Sends one file and answers what the server then holds. Rejects with an Error whose message is for the person. */
export type SendFile = (file: File, report: (sentBytes: number) => void, signal: AbortSignal) => Promise<StoredFile>;

/** `184 kB`, `2.9 MB`: powers of ten, as file managers count. */
export function showSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  if (bytes < 999_950_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
