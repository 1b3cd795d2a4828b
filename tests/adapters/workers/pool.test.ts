import { afterAll, expect, test } from 'vitest';
import { refuse } from '#events/failures.ts';
import { createWorkerPool, workerTask } from '#app/adapters/workers/pool.ts';
import { countWork, workTime } from '#app/adapters/workers/work-time.ts';
import type behave from './tasks/behave.ts';

const pool = createWorkerPool({ threads: 2, memory: 64 });
afterAll(() => pool.close());

const task = workerTask<typeof behave>('tests/adapters/workers/tasks/behave.ts', 30_000);

test('runs a TypeScript task in a thread and returns its output', async () => {
  expect(await pool.run(task, { way: 'answer', bytes: new Uint8Array(5) })).toEqual({ length: 5 });
  expect(await pool.run(task, { way: 'refuse' })).toEqual(refuse('file_content', { detail: 'No pages.' }));
});

test('moves transferred bytes instead of copying them', async () => {
  const bytes = new Uint8Array(1000);
  expect(await pool.run(task, { way: 'answer', bytes }, [bytes.buffer])).toEqual({ length: 1000 });
  expect(bytes.length).toBe(0);
});

test('passes on the error that a task throws', async () => {
  await expect(pool.run(task, { way: 'throw' })).rejects.toThrow('A bug');
});

test('ends the thread of a task that works for too long, and answers worker_timeout', async () => {
  const short = workerTask<typeof behave>('tests/adapters/workers/tasks/behave.ts', 500);
  await expect(pool.run(short, { way: 'spin' })).rejects.toMatchObject({ code: 'worker_timeout' });
  expect(await pool.run(task, { way: 'answer' })).toEqual({ length: 0 });
});

test('ends the thread of a task that needs too much memory, and answers worker_out_of_memory', async () => {
  await expect(pool.run(task, { way: 'fill' })).rejects.toMatchObject({ code: 'worker_out_of_memory' });
  expect(await pool.run(task, { way: 'answer' })).toEqual({ length: 0 });
});

// Where the system counts no thread's work, the time that passes is all there is to count.
test.runIf(workTime() !== null)('counts what a task works, and not what it waits for', async () => {
  const short = workerTask<typeof behave>('tests/adapters/workers/tasks/behave.ts', 500);
  expect(await pool.run(short, { way: 'wait', milliseconds: 1_500 })).toEqual({ length: 0 });
});

test('counts the work of a task from its start, without the wait for a thread', async () => {
  const one = createWorkerPool({ threads: 1 });
  const slow = workerTask<typeof behave>('tests/adapters/workers/tasks/behave.ts', 500);
  const [first, second] = await Promise.allSettled([one.run(slow, { way: 'spin' }), one.run(slow, { way: 'answer' })]);
  expect(first.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: { length: 0 } });
  await one.close();
});

test('begins a task that nobody waits for after those that somebody waits for', async () => {
  const one = createWorkerPool({ threads: 1 });
  const text = workerTask<typeof behave>('tests/adapters/workers/tasks/behave.ts', 30_000, { background: true });
  const ended: string[] = [];
  const run = async (name: string, which: typeof task) => {
    await one.run(which, { way: 'answer' });
    ended.push(name);
  };
  await Promise.all([run('first', text), run('second', text), run('third', text), run('a person’s', task)]);
  expect(ended).toEqual(['first', 'a person’s', 'second', 'third']);
  await one.close();
});

test('counts the work of its own thread', () => {
  const worked = countWork();
  while (worked() < 50);
  expect(worked()).toBeGreaterThanOrEqual(50);
});
