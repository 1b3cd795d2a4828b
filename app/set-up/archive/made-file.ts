import { createHash } from 'node:crypto';
import type { NewFile } from '#app/audit/evidence/pack/zip.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A file of an archive with what the manifest says of it. */
export interface ListedFile {
  file: NewFile;
  size: number;
  sha256: string;
}

export const listed = (path: string, text: string): ListedFile => {
  const bytes = Buffer.from(text, 'utf8');
  return { file: { path, bytes }, size: bytes.length, sha256: sha256(bytes) };
};

/** Values as JSON, one a line. */
export const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');
