import { readFile } from 'node:fs/promises';

/** Megabytes that a process holds now, and the most that it ever held. Zero where it has ended. */
export async function memoryOf(pid: number | string): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
