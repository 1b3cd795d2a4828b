import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyIn } from '#events/ledger/copy.ts';
import { BinaryChunk } from '#projections/binary.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const columns = [
  { name: 'u', type: 'uuid' },
  { name: 't', type: 'text' },
  { name: 'j', type: 'jsonb' },
  { name: 'b', type: 'bool' },
  { name: 's', type: 'int2' },
  { name: 'i', type: 'int4' },
  { name: 'l', type: 'int8' },
  { name: 'm', type: 'timestamptz' },
];

describe('a row in the binary format', () => {
  test('arrives as it was, however long', async () => {
    const org = randomUUID();
    const uid = 'a3f0c2d4-5b6e-4f70-8a91-b2c3d4e5f607';
    const rows = [
      {
        u: uid,
        t: 'Ærø 測試 🙂\n\\N\t',
        j: { a: ['"', null] },
        b: true,
        s: -32768,
        i: 2147483647,
        l: '9007199254740991',
        m: '2026-11-21T22:36:22.117Z',
      },
      { u: uid, t: '', j: 'text', b: false, s: 7, i: -1, l: '-4294967297', m: '1999-12-31T23:59:59.999Z' },
      { u: null, t: 'x'.repeat(1_200_000), j: null, l: null },
      { u: uid, t: `${'y'.repeat(63)}é`, m: '1815-12-10T00:00:00.001Z' },
    ];
    const chunk = new BinaryChunk(org, columns);
    for (const row of rows) chunk.add(row);
    expect(chunk.full).toBe(true);
    const client = await db.owner.connect();
    await client.query(
      `create temporary table kept (org uuid, u uuid, t text, j jsonb, b boolean, s smallint, i integer, l bigint, m timestamptz)`,
    );
    await copyIn(client, 'kept', chunk.take()!);
    expect(chunk.take()).toBeUndefined();
    const { rows: found } = await client.query('select * from kept');
    client.release(true);
    const none = { u: null, t: null, j: null, b: null, s: null, i: null, l: null, m: null };
    expect(found).toEqual(rows.map((row) => ({ org, ...none, ...row })));
  });

  test.each([
    ['u', 'a3f0c2d4-5b6e-4f70-8a91-b2c3d4e5f60'],
    ['u', 'a3f0c2d4-5b6e-4f70-8a91-b2c3d4e5f60g'],
    ['u', 'a3f0c2d4x5b6e-4f70-8a91-b2c3d4e5f607'],
    ['u', 'a3f0c2d4-5b6e-4f70-8a91-b2c3d4e5f60İ'],
    ['b', 'true'],
    ['s', 32768],
    ['i', 1.5],
    ['l', '9007199254740993'],
    ['m', '2026-11-21'],
    ['m', '2026-13-21T22:36:22.117Z'],
  ])('refuses what %s cannot hold: %s', (name, value) => {
    expect(() => new BinaryChunk(randomUUID(), columns).add({ [name]: value })).toThrow(TypeError);
  });

  test('refuses a type that it does not know', () => {
    expect(() => new BinaryChunk(randomUUID(), [{ name: 'n', type: 'numeric' }])).toThrow(TypeError);
  });
});
