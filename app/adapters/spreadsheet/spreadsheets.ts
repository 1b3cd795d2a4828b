import type { Sheet } from '#app/adapters/spreadsheet/sheet.ts';
import type readSheet from '#app/adapters/spreadsheet/tasks/read-sheet.ts';
import { isOutOfMemory, workerTask, type WorkerPool } from '#app/adapters/workers/pool.ts';

/** Reads CSV and XLSX, in threads with bounded memory and time. */
export interface Spreadsheets {
  /** `most`: rows; a file with more is refused. `sheet`: the one of this name, of a workbook; else the first. */
  read(bytes: Uint8Array, most: number, sheet?: string): Promise<Sheet>;
}

const task = workerTask<typeof readSheet>('app/adapters/spreadsheet/tasks/read-sheet.ts', 30_000);

export const createSpreadsheets = (workers: WorkerPool): Spreadsheets => ({
  async read(bytes, most, sheet) {
    try {
      return await workers.run(task, { bytes, most, sheet });
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      return { ok: false, reason: 'not_a_spreadsheet' };
    }
  },
});
