import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import type pg from 'pg';

/** Niceness: about a tenth of the processor where other processes want it, all of it otherwise. */
export const lowPriority = 10;

/**
 * Lowers the priority of the server process behind a connection, where it runs on this machine and may be changed: a
 * large report is mostly PostgreSQL's work and must not slow down signing.
 */
export async function lowerPriority(client: pg.ClientBase): Promise<void> {
  const { host } = client as pg.ClientBase & { host?: string };
  if (!host?.startsWith('/')) return;
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid;
    // Behind a socket that is shared with a container the number may be another process's.
    if (pid === undefined || (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() !== 'postgres') return;
    os.setPriority(pid, Math.min(19, os.getPriority(pid) + lowPriority));
    // Each server process is a session of its own, and Linux may divide the processor by sessions first.
    await writeFile(`/proc/${pid}/autogroup`, String(lowPriority));
  } catch {
    // Another system, or another account's process: the report is made at normal priority.
  }
}
