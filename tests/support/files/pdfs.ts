import { createPdfs, type Pdfs } from '#app/adapters/pdf/pdfs.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { workers } from '#tests/support/workers.ts';

/**
 * The real PDF reader, in threads that a file's tests share. Only page images and texts need `storage`. `seconds`: in
 * which it must check a file.
 */
export const pdfsOf = (storage: Storage | null = null, seconds = 120): Pdfs =>
  createPdfs(workers, storage as Storage, seconds);

export const pdfs = pdfsOf();
