import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import type pg from 'pg';

/** Niceness: about a tenth of the processor where somebody else wants it, all of it where nobody does. */
export const lowPriority = 10;

/**
 * Lowers the priority of the server process behind a connection, where that runs on this machine and is ours: a large report is mostly
 * PostgreSQL's work, and nobody who signs is to wait for it. Over a network there is nothing to lower, and nothing is done.
 */
export async function giveWay(client: pg.PoolClient): Promise<void> {
  const { host } = client as pg.PoolClient & { host?: string };
  if (!host?.startsWith('/')) return;
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid;
    // Behind a socket that is shared with a container the number may be another process's.
    if (pid === undefined || (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() !== 'postgres') return;
    os.setPriority(pid, Math.min(19, os.getPriority(pid) + lowPriority));
    // Each server process is a session of its own; where Linux shares the processor out by sessions first, that counts.
    await writeFile(`/proc/${pid}/autogroup`, String(lowPriority));
  } catch {
    // Another system, or somebody else's process: the report is made all the same.
  }
}
