import { createPdfs, type Pdfs } from '#app/pdf/pdfs.ts';
import type { Storage } from '#app/storage/port.ts';
import { createWorkerPool } from '#app/workers/pool.ts';

let workers: ReturnType<typeof createWorkerPool> | undefined;

/** The real reading of PDFs, in threads that all the tests of a file share. `storage` is needed for pictures and texts of pages alone. */
export const pdfsOf = (storage: Storage | null = null): Pdfs =>
  createPdfs((workers ??= createWorkerPool()), storage as Storage);

export const pdfs = pdfsOf();
