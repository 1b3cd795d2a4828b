import { createPdfs, type Pdfs } from '#app/adapters/pdf/pdfs.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { workers } from '#tests/support/workers.ts';

/**
 * The real PDF reader, in threads that a file's tests share. Only page images and texts need `storage`.
 */
export const pdfsOf = (storage: Storage | null = null): Pdfs => createPdfs(workers, storage as Storage, 120);

export const pdfs = pdfsOf();
