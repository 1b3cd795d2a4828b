import { readFileSync } from 'node:fs';

/** The unit in which Linux tells programs a thread's time (USER_HZ), in milliseconds. */
const tick = 10;

/**
 * Milliseconds for which a thread of this process had a processor; its own where no number is given. Null where the
 * system does not count it by thread: Node.js 20 offers only that of the whole process.
 */
export function workTime(thread?: number): number | null {
  try {
    const of = thread === undefined ? '/proc/thread-self' : `/proc/self/task/${thread}`;
    const stat = readFileSync(`${of}/stat`, 'latin1');
    // The name before may hold spaces. The fields 14 and 15 count, proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tick;
  } catch {
    return null;
  }
}

/** Starts to count the work of this thread, in milliseconds; where the system does not count it, all that passes. */
export function countWork(): () => number {
  const clock = () => workTime() ?? performance.now();
  const since = clock();
  return () => clock() - since;
}
