import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#app/adapters/database/database.ts';
import { encode } from '#events/catalogue.ts';
import { createLedger } from '#events/ledger/append/append.ts';
import { sweepUploads } from '#app/adapters/storage/sweep.ts';
import { splitSigned } from '#app/adapters/secrets/signed-url.ts';
import { createUploads } from '#app/adapters/storage/uploads.ts';
import type { UploadAddress, UploadRequest } from '#app/adapters/storage/uploads.ts';
import { pdfWithTable, png } from '#tests/support/files/samples.ts';
import { uploadWorld } from '#tests/adapters/storage/world.ts';
import type { UploadWorld } from '#tests/adapters/storage/world.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** No read model is looked at here. */
const reactions = { tables: [], project: () => [], enqueue: () => [] };

describe('uploads', () => {
  let database: Database;
  let world: UploadWorld;
  let pdf: Buffer;

  beforeAll(async () => {
    ({ database } = await testDatabase());
    pdf = await pdfWithTable(2);
  });
  beforeEach(async () => {
    world = await uploadWorld(database);
  });
  afterEach(() => world.close());

  const request = (more: Partial<UploadRequest> = {}): UploadRequest => ({
    org: world.org,
    document: null,
    owner: world.author,
    kind: 'final',
    filename: 'Batch Record Review.pdf',
    maxBytes: 1_000_000,
    ...more,
  });

  const rows = () =>
    database.tenant(world.org, (db) =>
      db.selectFrom('app.upload').selectAll().where('org_id', '=', world.org).execute(),
    );

  /** Where a presigned address stores its bytes. */
  const keyIn = ({ presigned }: UploadAddress): string => {
    const check = world.signedUrls.read('put', splitSigned(presigned).token ?? '', world.clock.now);
    return check.kind === 'granted' ? check.grant.key : '';
  };

  /** What a browser does with the presigned address. */
  async function send(address: UploadAddress, bytes: Buffer): Promise<void> {
    const files = world.storage.within(world.org);
    expect(await files.put(keyIn(address), Readable.from([bytes]), { maxBytes: 10_000_000 })).toMatchObject({
      ok: true,
    });
  }

  test('checks, hashes and names a file that was sent to the presigned address', async () => {
    const begun = await world.uploads.locate(request({ filename: 'C:\\docs\\Prüfung 手順書.pdf' }));
    if (!begun.ok) throw new Error(begun.failure.code);
    await send(begun.value, pdf);
    const done = await world.uploads.complete(world.org, world.author, begun.value.objectKey);
    expect(done).toMatchObject({
      ok: true,
      value: {
        file: {
          name: 'Prüfung 手順書.pdf',
          mediaType: 'application/pdf',
          size: pdf.length,
          sha256: sha256(pdf),
          pages: 2,
        },
      },
    });
    expect(await world.uploads.complete(world.org, world.author, begun.value.objectKey)).toEqual(done);
  });

  test('ignores bytes sent to the presigned address after the check', async () => {
    const begun = await world.uploads.locate(request());
    if (!begun.ok) throw new Error(begun.failure.code);
    await send(begun.value, pdf);
    const done = await world.uploads.complete(world.org, world.author, begun.value.objectKey);
    if (!done.ok) throw new Error(done.failure.code);
    await send(begun.value, png);
    expect(await world.storage.within(world.org).digest(done.value.file.objectKey)).toMatchObject({
      value: { sha256: sha256(pdf) },
    });
  });

  test('answers simultaneous checks of one upload alike', async () => {
    const begun = await world.uploads.locate(request());
    if (!begun.ok) throw new Error(begun.failure.code);
    await send(begun.value, pdf);
    const both = await Promise.all(
      [1, 2, 3].map(() => world.uploads.complete(world.org, world.author, begun.value.objectKey)),
    );
    for (const one of both) expect(one.ok || one.failure.code === 'conflict').toBe(true);
    expect(both.some((one) => one.ok)).toBe(true);
  });

  test('refuses a key that is not valid text', async () => {
    expect(await world.uploads.complete(world.org, world.author, 'a\0b')).toMatchObject({
      failure: { code: 'file_missing' },
    });
  });

  test('answers file_missing before the bytes arrive, and completes the upload afterwards', async () => {
    const begun = await world.uploads.locate(request());
    if (!begun.ok) throw new Error(begun.failure.code);
    const early = await world.uploads.complete(world.org, world.author, begun.value.objectKey);
    expect(early).toMatchObject({ failure: { code: 'file_missing' } });
    await send(begun.value, pdf);
    expect(await world.uploads.complete(world.org, world.author, begun.value.objectKey)).toMatchObject({ ok: true });
  });

  test.each([
    ['the wrong extension', { filename: 'a.txt' }, 'file_extension'],
    ['other content', { kind: 'working', filename: 'a.docx' }, 'file_content'],
    ['too many bytes', { maxBytes: 500 }, 'file_too_large'],
  ] as const)('refuses %s and leaves neither a file nor a row', async (_name, more, code) => {
    const received = await world.uploads.receive({ ...request(more), body: Readable.from([pdf]) });
    expect(received).toMatchObject({ ok: false, failure: { code } });
    expect(await rows()).toEqual([]);
    expect(await world.filesOnDisk()).toEqual([]);
  });

  test('refuses bytes over the limit on completion', async () => {
    const begun = await world.uploads.locate(request({ maxBytes: 500 }));
    if (!begun.ok) throw new Error(begun.failure.code);
    await send(begun.value, pdf);
    const done = await world.uploads.complete(world.org, world.author, begun.value.objectKey);
    expect(done).toMatchObject({ failure: { code: 'file_too_large' } });
    expect(await world.filesOnDisk()).toEqual([]);
  });

  test('leaves nothing of a body that breaks off', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield pdf.subarray(0, 500);
      throw new Error('gone');
    }
    await expect(world.uploads.receive({ ...request(), body: broken() })).rejects.toThrow('gone');
    expect(await rows()).toEqual([]);
    expect(await world.filesOnDisk()).toEqual([]);
  });

  test('reports the first error where the rest cannot be removed, and keeps the row for the sweep', async () => {
    const bucket = world.storage.within(world.org);
    const fails = (why: string) => () => Promise.reject(new Error(why));
    const away = { ...bucket, put: fails('The bucket is away.'), remove: fails('Nothing can be removed.') };
    const storage = { ...world.storage, within: () => away };
    const now = () => new Date(world.clock.now).toISOString();
    const uploads = createUploads({ database, storage, pdfs, signedUrls: world.signedUrls, now, newId: randomUUID });
    const receiving = uploads.receive({ ...request(), body: Readable.from([pdf]) });
    await expect(receiving).rejects.toThrow('The bucket is away.');
    expect(await rows()).toHaveLength(1);
  });

  describe('claiming', () => {
    const document = randomUUID();

    async function received(more: Partial<UploadRequest> = {}): Promise<string> {
      const done = await world.uploads.receive({ ...request(more), body: Readable.from([pdf]) });
      if (!done.ok) throw new Error(done.failure.code);
      return done.value.file.objectKey;
    }

    test('binds an upload to the document for its owner', async () => {
      const objectKey = await received();
      const claim = { org: world.org, objectKey, document, user: world.author, kind: 'final' } as const;
      const first = await world.uploads.claim(claim);
      expect(first).toMatchObject({ ok: true, value: { objectKey, sha256: sha256(pdf), pages: 2 } });
      expect(await world.uploads.claim(claim)).toEqual(first);
      expect(await world.uploads.claim({ ...claim, document: randomUUID() })).toMatchObject({ ok: false });
    });

    test("refuses another person's upload, another kind, organisation or document, and an unknown key", async () => {
      const objectKey = await received();
      const claim = { org: world.org, objectKey, document, user: world.author, kind: 'final' } as const;
      const missing = { failure: { code: 'file_missing' } };
      expect(await world.uploads.claim({ ...claim, user: randomUUID() })).toMatchObject(missing);
      expect(await world.uploads.claim({ ...claim, kind: 'working' })).toMatchObject(missing);
      expect(await world.uploads.claim({ ...claim, org: randomUUID() })).toMatchObject(missing);
      expect(await world.uploads.claim({ ...claim, objectKey: 'nonsense' })).toMatchObject(missing);
      const bound = await received({ document: randomUUID() });
      expect(await world.uploads.claim({ ...claim, objectKey: bound })).toMatchObject(missing);
    });

    describe('by a token', () => {
      const located = async (): Promise<UploadAddress> => {
        const place = await world.uploads.locate({ ...request(), document });
        if (!place.ok) throw new Error(place.failure.code);
        return place.value;
      };
      const claim = (objectKey: string, more = {}) =>
        world.uploads.claim({ org: world.org, objectKey, document, user: world.author, kind: 'final', ...more });
      const missing = { failure: { code: 'file_missing' } };

      test('writes nothing before the token comes back, and answers the same each time', async () => {
        const place = await located();
        expect(await rows()).toEqual([]);
        expect(await claim(place.objectKey)).toMatchObject(missing);
        await send(place, pdf);
        const first = await claim(place.objectKey);
        expect(first).toMatchObject({ ok: true, value: { sha256: sha256(pdf), name: 'Batch Record Review.pdf' } });
        expect(await claim(place.objectKey)).toEqual(first);
        expect(await rows()).toMatchObject([{ document, owner: world.author, state: 'checked' }]);
      });

      test('handles simultaneous claims once', async () => {
        const place = await located();
        await send(place, pdf);
        const results = await Promise.all([1, 2, 3].map(() => claim(place.objectKey)));
        expect(results.some(({ ok }) => ok)).toBe(true);
        for (const result of results) if (!result.ok) expect(result.failure.code).toBe('conflict');
        expect(await rows()).toHaveLength(1);
      });

      test('refuses a token that is changed, a day old, or of another document, kind or organisation', async () => {
        const place = await located();
        await send(place, pdf);
        const other = await located();
        const [words = '', signed = ''] = place.objectKey.split('.');
        for (const key of [`${words}x.${signed}`, `${words}.${other.objectKey.split('.')[1]}`, keyIn(place)])
          expect(await claim(key)).toMatchObject(missing);
        expect(await claim(place.objectKey, { document: randomUUID() })).toMatchObject(missing);
        expect(await claim(place.objectKey, { kind: 'working' })).toMatchObject(missing);
        expect(await claim(place.objectKey, { org: randomUUID() })).toMatchObject(missing);
        world.clock.now += 24 * 60 * 60 * 1000;
        expect(await claim(other.objectKey)).toMatchObject(missing);
      });
    });

    test('checks a file that was sent and not yet completed', async () => {
      const begun = await world.uploads.locate(request({ document }));
      if (!begun.ok) throw new Error(begun.failure.code);
      await send(begun.value, pdf);
      const { objectKey } = begun.value;
      expect(
        await world.uploads.claim({ org: world.org, objectKey, document, user: world.author, kind: 'final' }),
      ).toMatchObject({ ok: true, value: { sha256: sha256(pdf) } });
    });
  });

  test('sweeps files that were never attached after a day, and keeps files that the ledger names', async () => {
    const document = randomUUID();
    const attached = await world.uploads.receive({ ...request({ document }), body: Readable.from([pdf]) });
    const forgotten = await world.uploads.receive({ ...request({ document }), body: Readable.from([pdf]) });
    if (!attached.ok || !forgotten.ok) throw new Error('not received');
    const ledger = createLedger({ pool: database.pool, reactions });
    await ledger.append({
      org: world.org,
      actor: { kind: 'system', name: 'test' },
      commandId: randomUUID(),
      writes: [
        {
          stream: `document-${document}`,
          expectedVersion: 0,
          events: [
            encode({
              type: 'DocumentFileAttached',
              data: {
                document,
                version: '1.0',
                kind: 'final',
                meantFor: 'draft',
                file: attached.value.file,
                replaced: null,
              },
            }),
          ],
        },
      ],
    });
    const ports = { database, storage: world.storage, ledger, now: () => new Date(world.clock.now).toISOString() };
    await sweepUploads(ports);
    expect(await rows()).toHaveLength(2);

    world.clock.now += 25 * 60 * 60 * 1000;
    await sweepUploads(ports);
    await sweepUploads(ports);
    const files = world.storage.within(world.org);
    expect(await files.stat(attached.value.file.objectKey)).not.toBeNull();
    expect(await files.stat(forgotten.value.file.objectKey)).toBeNull();
    await ledger.close();
    expect(await rows()).toMatchObject([{ uid: attached.value.upload, state: 'kept' }]);
  });

  test("hides another organisation's uploads by row-level security even without a filter", async () => {
    await world.uploads.receive({ ...request(), body: Readable.from([pdf]) });
    const seen = await database.tenant(randomUUID(), (db) => db.selectFrom('app.upload').selectAll().execute());
    expect(seen).toEqual([]);
  });
});
