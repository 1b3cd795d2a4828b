import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogTo } from '#app/adapters/log/log.ts';
import { recurring, tasks } from '#app/server/jobs/registry.ts';
import type { Task } from '#app/kit/job/task.ts';
import { startWorker, type Worker, type WorkerOptions } from '#app/server/jobs/worker.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { testServices } from '#tests/support/services.ts';

let test: TestDatabase;
let workers: Worker[] = [];
let done: string[] = [];

const write: Task<{ word: string }> = {
  name: 'write',
  payload: z.object({ word: z.string() }),
  run: ({ word }) => {
    done.push(word);
    return Promise.resolve();
  },
};

async function begin(options: Partial<WorkerOptions> = {}): Promise<Worker> {
  const ports = await testServices({ db: test });
  const worker = await startWorker({
    databaseUrl: test.url,
    alone: true,
    ports,
    tasks: [write],
    recurring: [],
    log: ports.log,
    ...options,
  });
  workers.push(worker);
  return worker;
}

const add = (payload: object, job = 'write') =>
  test.database.pool.query('select graphile_worker.add_job($1, $2::json)', [job, JSON.stringify(payload)]);

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

beforeEach(async () => {
  test = await freshDatabase();
  done = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await test.close();
});

describe('the worker', () => {
  it('runs a job once, with two workers on the queue, as the application’s role', async () => {
    await Promise.all([begin({ alone: false }), begin({ alone: false })]);
    await Promise.all(['a', 'b', 'c'].map((word) => add({ word })));
    await until(() => done.length >= 3);
    await sleep(200);
    expect(done.toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('does not run a job with an invalid payload, and leaves it in the queue', async () => {
    await begin();
    await add({ word: 7 });
    await until(async () => {
      const { rows } = await test.owner.query<{ last_error: string | null }>(
        'select last_error from graphile_worker.jobs',
      );
      return rows[0]?.last_error?.includes('expected string') === true;
    });
    expect(done).toEqual([]);
  });

  it('runs other jobs while many emails wait for a mail server that does not answer', async () => {
    let answers = (): void => undefined;
    const answer = new Promise<void>((resolve) => (answers = resolve));
    const slow: Task = { name: 'slow', payload: z.unknown(), waitsForOthers: 'mail', run: () => answer };
    for (let n = 0; n < 12; n++) await add({}, 'slow');
    await add({ word: 'in force' });
    await begin({ tasks: [slow, write] });
    try {
      await until(() => done.includes('in force'));
    } finally {
      answers();
    }
  });

  it('logs a failed job once, as job.retried', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLogTo({ write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
    const failing: Task = { ...write, run: () => Promise.reject(new Error('Try again later')) };
    await begin({ tasks: [failing], log });
    await add({ word: 'late' });
    await until(() => lines.some(({ msg }) => msg === 'job.retried'));
    await sleep(200);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('runs only the tasks that wait for external servers in separate pools', () => {
    expect(tasks.filter((task) => task.waitsForOthers).map(({ name }) => name)).toEqual([
      'mail-checkpoints',
      'deliver-mail',
      'deliver-webhooks',
    ]);
  });

  it('waits for the running job when it stops', async () => {
    let finish = () => {};
    const slow: Task = {
      ...write,
      payload: z.object({}),
      run: () => new Promise<void>((resolve) => (finish = () => (done.push('slow'), resolve()))),
    };
    let begun = false;
    const watched: Task = { ...slow, run: (payload, ports) => ((begun = true), slow.run(payload, ports)) };
    const worker = await begin({ tasks: [watched] });
    await add({});
    await until(() => begun);
    const stopped = worker.stop();
    await sleep(100);
    finish();
    await stopped;
    workers = [];
    expect(done).toEqual(['slow']);
    expect((await test.owner.query('select from graphile_worker.jobs')).rowCount).toBe(0);
    await expect(worker.check()).rejects.toThrow('stopped');
  });

  it('records the end of a job although the database refuses connections at that moment', async () => {
    const [, name = ''] = /\/(test_\w+)\?/.exec(test.url) ?? [];
    const outside = new pg.Client({ connectionString: test.url.replace(`/${name}?`, '/postgres?') });
    await outside.connect();
    const connections = (allowed: boolean) => outside.query(`alter database ${name} with allow_connections ${allowed}`);
    const cut: Task<{ fails: boolean }> = {
      name: 'cut',
      payload: z.object({ fails: z.boolean() }),
      async run({ fails }) {
        await connections(false);
        await outside.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = $1 and application_name = 'imprimatur worker'`,
          [name],
        );
        done.push('cut');
        if (fails) throw new Error('It failed.');
      },
    };
    const worker = await begin({ tasks: [write, cut] });
    for (const fails of [false, true]) {
      await add({ fails }, 'cut');
      await until(() => done.includes('cut'));
      await sleep(500);
      await connections(true);
      await until(async () => {
        const left = await test.owner.query<{ last_error: string | null }>(
          `select last_error from graphile_worker.jobs where task_identifier = 'cut'`,
        );
        return fails ? left.rows[0]?.last_error === 'It failed.' : left.rows.length === 0;
      });
      done = [];
    }
    await add({ word: 'after' });
    await until(() => done.includes('after'));
    await expect(worker.check()).resolves.toBeUndefined();
    await outside.end();
  });

  it('frees the jobs of a killed worker at once where no other process uses the database', async () => {
    await add({ word: 'held' });
    await test.owner.query(
      `update graphile_worker._private_jobs set locked_by = 'a worker that was killed', locked_at = clock_timestamp()`,
    );
    await begin({ alone: true });
    await until(() => done.includes('held'));
  });

  it('frees the jobs of a silent worker, but not those of a live one', async () => {
    for (const word of ['dead', 'alive']) await add({ word });
    await test.owner.query(`insert into app.worker values ('the live one', clock_timestamp())`);
    await test.owner.query(
      `update graphile_worker._private_jobs set locked_at = clock_timestamp() - interval '2 minutes',
         locked_by = case when payload->>'word' = 'alive' then 'the live one' else 'the dead one' end`,
    );
    await begin({ alone: false });
    await until(() => done.includes('dead'));
    await sleep(200);
    expect(done).toEqual(['dead']);
  });

  it('catches up daily tasks at the start', () => {
    const daily = recurring.filter(({ schedule }) => /^\d+ \d+ \* \* \*$/.test(schedule));
    expect(daily.length).toBeGreaterThan(0);
    for (const one of daily) expect(one, one.task).toMatchObject({ catchUp: 86_400_000 });
  });

  it('passes its check while it runs', async () => {
    await expect((await begin()).check()).resolves.toBeUndefined();
  });

  describe('after the clock jumped', () => {
    const Real = Date;
    let ahead = 0;
    /** The clock shows so many minutes more or less, two seconds before a whole one. */
    const jump = (minutes: number): void => {
      ahead = 0;
      ahead = minutes * 60_000 + 58_000 - (Real.now() % 60_000);
    };
    beforeEach(() => {
      ahead = 0;
      globalThis.Date = class extends Real {
        constructor(...of: ConstructorParameters<DateConstructor> | []) {
          super(...((of.length === 0 ? [Real.now() + ahead] : of) as [number]));
        }
        static override now = () => Real.now() + ahead;
      } as DateConstructor;
    });
    afterEach(() => {
      globalThis.Date = Real;
    });
    const tick: Task = {
      name: 'tick',
      payload: z.unknown(),
      run: () => {
        done.push('tick');
        return Promise.resolve();
      },
    };
    /** Includes waiting jobs: the database's clock stays behind the time of what is started before it. */
    const begun = async (): Promise<number> => {
      const { rows } = await test.owner.query<{ count: number }>(
        'select count(*)::int as count from graphile_worker.jobs',
      );
      return done.length + rows[0]!.count;
    };
    const eachMinute = { task: 'tick', schedule: '* * * * *', catchUp: 0 };

    it.each([
      ['back', -180],
      ['ahead', 3 * 24 * 60],
    ])('%s, starts the task of each minute at once, and once a minute', async (_, minutes) => {
      await begin({ tasks: [tick], recurring: [eachMinute], lookAtClock: 50 });
      // It has set its timer.
      await sleep(500);
      jump(minutes);
      await until(async () => (await begun()) > 0);
      await sleep(500);
      expect(await begun()).toBeLessThanOrEqual(2);
    });

    it('starts the task of each minute although it has recorded runs hours ahead', async () => {
      await begin({ tasks: [tick], recurring: [eachMinute], lookAtClock: 50 });
      await sleep(500);
      const { rowCount } = await test.owner.query(
        `update graphile_worker._private_known_crontabs set last_execution = now() + interval '3 hours'
         where identifier = 'tick'`,
      );
      expect(rowCount).toBe(1);
      jump(-2);
      await until(async () => (await begun()) > 0);
    });

    it('restarts once the database answers again', async () => {
      const worker = await begin({ tasks: [tick], recurring: [eachMinute], lookAtClock: 50 });
      await sleep(500);
      const crontabs = 'graphile_worker._private_known_crontabs';
      await test.owner.query(`alter table ${crontabs} rename to lost`);
      jump(-180);
      await sleep(1_000);
      await test.owner.query(`alter table graphile_worker.lost rename to _private_known_crontabs`);
      await until(async () => (await begun()) > 0);
      await expect(worker.check()).resolves.toBeUndefined();
    });
  });
});
