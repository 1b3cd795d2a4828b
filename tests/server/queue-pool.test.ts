import { expect, it } from 'vitest';
import pg from 'pg';
import { pino } from 'pino';
import { QueuePool } from '#app/server/jobs/queue-pool.ts';
import { RestartableRunner } from '#app/server/jobs/restartable-runner.ts';
import { freshDatabase } from '#tests/support/database.ts';

it('waits for a connection that is refused, until it stops', async () => {
  const test = await freshDatabase();
  const [, name = ''] = /\/(test_\w+)\?/.exec(test.url) ?? [];
  const outside = new pg.Client({ connectionString: test.url.replace(`/${name}?`, '/postgres?') });
  await outside.connect();
  const pool = new QueuePool({ connectionString: test.url }, 10);
  const allow = (allowed: boolean) => outside.query(`alter database ${name} with allow_connections ${allowed}`);
  await allow(false);
  try {
    const waiting = pool.connect();
    await allow(true);
    (await waiting).release(true);
    await allow(false);
    const refused = pool.connect();
    pool.stopRetrying();
    await expect(refused).rejects.toMatchObject({ code: '55000' });
  } finally {
    await allow(true);
    await outside.end();
    await pool.end();
    await test.close();
  }
});

it('waits with a statement while the disk is full, and lets it go where the queue stops', async () => {
  const test = await freshDatabase();
  await test.owner.query('create sequence public.tries');
  await test.owner.query(`create function public.store() returns integer language plpgsql as $$ begin
    if nextval('public.tries') <= 3 then raise 'could not extend file' using errcode = '53100'; end if;
    return 1; end $$`);
  await test.owner.query('grant all on all sequences in schema public to public');
  const pool = new QueuePool({ connectionString: test.url }, 10);
  const client = await pool.connect();
  try {
    const stored = await client.query<{ store: number }>('select public.store()');
    expect(stored.rows).toEqual([{ store: 1 }]);
    await test.owner.query(`alter sequence public.tries restart`);
    pool.stopRetrying();
    expect((await client.query('select public.store()')).rows).toEqual([]);
    await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' });
  } finally {
    client.release();
    await pool.end();
    await test.close();
  }
});

it('replaces a runner that ended by itself', async () => {
  let begun = 0;
  const runners: { end(): void; fail(error: Error): void }[] = [];
  const begin = () => {
    begun++;
    const promise = new Promise<void>((end, fail) => runners.push({ end, fail }));
    return Promise.resolve({ promise, stop: () => Promise.resolve(runners.at(-1)!.end()) } as never);
  };
  const runner = new RestartableRunner(begin, pino({ level: 'silent' }));
  await runner.start();
  runners[0]!.fail(new Error('The queue is in an inconsistent state'));
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => runner.check(), { timeout: 20_000 }).toBeUndefined();
  await runner.stop();
  expect(begun).toBe(2);
});
