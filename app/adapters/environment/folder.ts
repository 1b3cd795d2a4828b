import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Makes a folder and its missing parents. Throws where it cannot; Node's own `recursive` never returns in /proc. */
export function makeFolder(folder: string, mode: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process made it at the same time.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
