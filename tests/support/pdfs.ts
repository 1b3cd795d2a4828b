import { createPdfs, type Pdfs } from '#app/pdf/pdfs.ts';
import type { Storage } from '#app/storage/port.ts';
import { createWorkerPool } from '#app/workers/pool.ts';

let workers: ReturnType<typeof createWorkerPool> | undefined;

/** The real PDF reader, in threads that a file's tests share. Only page images and texts need `storage`. */
export const pdfsOf = (storage: Storage | null = null): Pdfs =>
  createPdfs((workers ??= createWorkerPool()), storage as Storage, 120);

export const pdfs = pdfsOf();
