import { createWorkerPool } from '#app/adapters/workers/pool.ts';

/** Threads that all tests of a process share: to load the PDF engines anew takes longer than most PDFs. */
export const workers = createWorkerPool();
