import type { Sheet } from '#app/spreadsheet/sheet.ts';
import type readSheet from '#app/spreadsheet/tasks/read-sheet.ts';
import { isWorkerLimit, workerTask, type WorkerPool } from '#app/workers/pool.ts';

/** Reads CSV and XLSX, in threads with bounded memory and time. */
export interface Spreadsheets {
  /** `most`: rows; a file with more is refused. */
  read(bytes: Uint8Array, most: number): Promise<Sheet>;
}

const task = workerTask<typeof readSheet>('app/spreadsheet/tasks/read-sheet.ts', 30_000);

export const createSpreadsheets = (workers: WorkerPool): Spreadsheets => ({
  async read(bytes, most) {
    try {
      return await workers.run(task, { bytes, most });
    } catch (error) {
      if (!isWorkerLimit(error)) throw error;
      return { ok: false, reason: 'not_a_spreadsheet' };
    }
  },
});
