import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { refuse } from '#events/failures.ts';
import { createUploads } from '#app/adapters/storage/uploads.ts';
import type { Pdfs } from '#app/adapters/pdf/pdfs.ts';
import { splitSigned } from '#app/adapters/secrets/signed-url.ts';
import { WorkerError } from '#app/adapters/workers/pool.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { refusalPage } from '#app/kit/errors/plain-page.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { createComparisons } from '#app/comparison/engine/comparisons.ts';
import { createSpreadsheets } from '#app/adapters/spreadsheet/spreadsheets.ts';
import { createTexts } from '#app/search/text/texts.ts';
import { uploadWorld } from '#tests/adapters/storage/world.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

// U3: what was not finished is never called a fault of the file, and the next request tries again.

const sound = readFileSync(new URL('../fixtures/files/S1-sound-600-bytes.pdf', import.meta.url));
const file = { objectKey: 'a/b', name: 'a.pdf', mediaType: 'application/pdf', size: 600, pages: 1 };
const stored = (sha256: string) => ({ ...file, sha256 });

/** A pool whose first task is not finished, and whose others answer. */
function busyOnce(answer: unknown) {
  let asked = 0;
  const run = () =>
    asked++ === 0 ? Promise.reject(new WorkerError('worker_timeout', 'a task')) : Promise.resolve(answer);
  return { run } as never;
}
const storage = { within: () => ({}) } as never;
const unfinished = { code: 'worker_timeout' };

/** Uploads on a machine that does not finish the first check. */
async function busyUploads() {
  const { database } = await testDatabase();
  const world = await uploadWorld(database);
  let checks = 0;
  const inspect: Pdfs['inspect'] = async (given) =>
    checks++ === 0 ? refuse('busy', { detail: 'Try again in a moment.' }) : pdfs.inspect(given);
  const { signedUrls, clock } = world;
  const now = () => new Date(clock.now).toISOString();
  const uploads = createUploads({
    database,
    storage: world.storage,
    pdfs: { inspect },
    signedUrls,
    now,
    newId: randomUUID,
  });
  const { org, author: owner } = world;
  return {
    world,
    uploads,
    request: { org, document: null, owner, kind: 'final', filename: 'S1.pdf', maxBytes: 10_000 },
  } as const;
}

test('by screen: a file whose check was not finished is answered as busy, and is taken when sent again', async () => {
  const { world, uploads, request } = await busyUploads();
  const send = () => uploads.receive({ ...request, body: Readable.from([sound]) });
  const first = await send();
  expect(first).toMatchObject({ ok: false, failure: { code: 'busy' } });
  expect(await world.filesOnDisk()).toEqual([]);
  expect(await send()).toMatchObject({ ok: true, value: { file: { pages: 1 } } });
  await world.close();
});

test('by call: a file that was sent to its address stays, and the next request checks it again', async () => {
  const { world, uploads, request } = await busyUploads();
  const located = await uploads.locate(request);
  const { objectKey, presigned } = (located as { value: { objectKey: string; presigned: string } }).value;
  const check = world.signedUrls.read('put', splitSigned(presigned).token ?? '', world.clock.now);
  const key = check.kind === 'granted' ? check.grant.key : '';
  await world.storage.within(world.org).put(key, Readable.from([sound]), { maxBytes: 10_000 });
  const complete = () => uploads.complete(world.org, world.author, objectKey);
  expect(await complete()).toMatchObject({ ok: false, failure: { code: 'busy' } });
  expect(await complete()).toMatchObject({ ok: true, value: { file: { pages: 1 } } });
  await world.close();
});

test('by screen: it is 503 with the time to wait, in every kind of answer', () => {
  const refused = unavailabilityOf(new WorkerError('worker_timeout', 'a task'));
  expect(problemOf(refused!)).toMatchObject({
    status: 503,
    title: 'The server is busy and did not finish this. Try again in a moment.',
    retryAfter: 10,
  });
  expect(refusalPage(refused, 'r')).toMatchObject({ status: 503, retryAfter: 10 });
  expect(unavailabilityOf(new WorkerError('worker_out_of_memory', 'a task'))).toBeNull();
});

test('by screen: a comparison that was not finished is not remembered', async () => {
  const comparisons = createComparisons(busyOnce('{}'), storage);
  const compare = () => comparisons.compare('o', stored('a'), stored('b'));
  await expect(compare()).rejects.toMatchObject(unfinished);
  expect(await compare()).toMatchObject({ json: '{}' });
});

test('by screen: two files that could not be compared are compared again at the next request', async () => {
  const answers = [null, '{}'];
  const comparisons = createComparisons({ run: () => Promise.resolve(answers.shift()) } as never, storage);
  const compare = () => comparisons.compare('o', stored('a'), stored('b'));
  expect(await compare()).toBeNull();
  expect(await compare()).toMatchObject({ json: '{}' });
});

test('by screen: a spreadsheet that was not read to its end is not called something else', async () => {
  const { read } = createSpreadsheets(busyOnce({ ok: true, rows: [] }));
  await expect(read(new Uint8Array(), 10)).rejects.toMatchObject(unfinished);
  expect(await read(new Uint8Array(), 10)).toMatchObject({ ok: true });
});

test('by the clock: a text that was not read to its end is read again by the next job', async () => {
  const texts = createTexts(busyOnce(['words']), storage);
  await expect(texts.read('o', stored('a'))).rejects.toMatchObject(unfinished);
  expect(await texts.read('o', stored('a'))).toEqual(['words']);
});
