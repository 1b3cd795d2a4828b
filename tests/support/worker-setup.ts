import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { onTestFinished, vi } from 'vitest';
import { tasks } from '#app/server/jobs/registry.ts';
import { startWorker } from '#app/server/jobs/worker.ts';
import { organisation, type Organisation } from '#tests/support/organisation.ts';
import { testServices } from '#tests/support/services.ts';

vi.setConfig({ testTimeout: 120_000 });

/** An organisation on a database of its own, whose jobs run once `work` is called. */
export interface OrganisationWithQueue extends Organisation {
  /** Starts so many workers on the queue, each with its own connections. */
  work(nodes?: number): Promise<void>;
  /** Resolves once no due job is left in the queue. */
  untilIdle(): Promise<void>;
  /** The emails that went out, by when they were sent. */
  emails(): Promise<Email[]>;
}

export async function organisationWithQueue(environment: Record<string, string> = {}): Promise<OrganisationWithQueue> {
  const org = await organisation({ environment });
  const { db } = org;
  const { dataDir } = org.services.config;
  const { clock } = org.services;
  const untilIdle = async (): Promise<void> => {
    const due = 'select count(*)::integer as left from graphile_worker.jobs where run_at <= now()';
    await until(async () => (await db.owner.query<{ left: number }>(due)).rows[0]?.left === 0);
  };
  return {
    ...org,
    untilIdle,
    async work(nodes = 1) {
      for (let node = 0; node < nodes; node++) {
        const ports =
          node === 0
            ? org.services
            : await testServices({ db, clock, environment: { ...environment, DATA_DIR: dataDir } });
        const options = { databaseUrl: db.url, alone: false, recurring: [], log: pino({ level: 'silent' }) };
        const worker = await startWorker({ ...options, ports, tasks, concurrency: 2 });
        onTestFinished(() => worker.stop());
      }
    },
    async emails() {
      await untilIdle();
      const folder = path.join(dataDir, 'outbox');
      const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
      return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
    },
  };
}

/** Waits until it holds; the test's own time limit is the limit. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}
