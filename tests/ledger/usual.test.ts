import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encode, prepare } from '#events/ledger/append/batch.ts';
import { type ReadTables, readTables } from '#events/ledger/read-tables.ts';
import type { Append } from '#events/ledger/types.ts';
import { usualCall } from '#events/ledger/append/usual.ts';
import { type LedgerWorld, event, ledgerWorld, made, one, reactions } from './world.ts';

let world: LedgerWorld;
let tables: ReadTables;
let client: pg.PoolClient;
beforeAll(async () => {
  world = await ledgerWorld();
  tables = await readTables(world.owner);
  client = await world.owner.connect();
});
afterAll(async () => {
  client.release();
  await world.close();
});

const usual = (batch: readonly Append[]) => usualCall(batch.map((append) => prepare(append, reactions, tables)))!;
const general = (batch: readonly Append[]) => {
  const values = encode(
    batch.map((append) => prepare(append, reactions, tables)),
    new Set(),
    false,
  );
  return { text: `select ledger.append(${values.map((_, i) => `$${i + 1}`).join(', ')})`, values };
};

/** Runs a statement in a transaction that is undone, and answers what it answered and all that is there then. */
const undone = async (org: string, { text, values }: { text: string; values: unknown[] }) => {
  const all = async (statement: string) => (await client.query<Record<string, unknown>>(statement, [org])).rows;
  await client.query('begin');
  try {
    const { rows } = await client.query<[string | null]>({ text, values, rowMode: 'array' });
    return {
      answer: rows[0]![0],
      rows: {
        head: await all('select size, frontier, recorded_at from ledger.head where org_id = $1'),
        events: await all('select * from ledger.event where org_id = $1 order by position'),
        nodes: await all('select * from ledger.node where org_id = $1 order by level, index'),
        things: await all('select * from read.thing where org_id = $1 order by uid'),
        jobs: await all(
          `select t.identifier, j.key, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where j.payload->>'org' = $1 or j.key = 'settle-' || $1 order by 1, 2, j.payload->>'position'`,
        ),
      },
    };
  } finally {
    await client.query('rollback');
  }
};

const several = (org: string, streams: Record<string, [version: number, events: number]>): Append => ({
  ...one(org, ''),
  writes: Object.entries(streams).map(([stream, [expectedVersion, count]]) => ({
    stream,
    expectedVersion,
    events: Array.from({ length: count }, () => event('ThingNoted', { é: ['😀', null] })),
  })),
});

describe('the usual way in', () => {
  it('records the same rows as the general way, byte for byte', async () => {
    const org = randomUUID();
    await world.ledger.append(several(org, { old: [0, 249] }));
    // Recorded time stands still where it is ahead of the clock, so both ways find the same.
    await client.query(
      `update ledger.head set recorded_at = date_trunc('milliseconds', now()) + interval '1 day' where org_id = $1`,
      [org],
    );
    const uids = Array.from({ length: 4 }, () => randomUUID()).sort() as [string, string, string, string];
    const loud = (i: number) => one(org, `loud-${i}`, made(uids[i]!, `n ${i}`, { loud: true }));
    const batches: [function: string, batch: Append[]][] = [
      ['append_one', [one(org, 'a')]],
      ['append_one', [one(org, 'a', { version: 1, answer: { uid: 'x', text: '\n"' } })]],
      ['append_one', [one(org, 'a', { version: 'any' })]],
      ['append_one', [one(org, 'b', { version: 'any' })]],
      ['append_one', [one(org, 'thing', made(uids[0], 'first "(\\,\n'))]],
      [
        'append_one',
        [one(org, 'thing', { version: 1, type: 'ThingMoved', data: { uid: uids[0], from: 'NEW', to: 'OLD' } })],
      ],
      // Positions 256 to 259: a subtree of 256 leaves is whole.
      ['append_one', [one(org, 'c')]],
      ['append_flight', [one(org, 'd'), one(org, 'e'), one(org, 'd', { version: 1, answer: 'second' })]],
      [
        'append_flight',
        [
          loud(1),
          loud(2),
          one(org, 'f', {
            expect: [
              { stream: 'a', version: 3 },
              { stream: 'unborn', version: 0 },
            ],
          }),
        ],
      ],
      ['append_flight', [several(org, { a: [3, 2], g: [0, 3] }), several(org, { g: [3, 1], h: [0, 250] })]],
      [
        'append_flight',
        [
          one(org, 'loud-1', { version: 1, type: 'ThingRenamed', data: { uid: uids[1], name: 'free' } }),
          one(org, 'i', made(uids[3], 'n 1')),
          one(org, 'loud-1', { version: 2, type: 'ThingMoved', data: { uid: uids[1], from: 'NEW', to: 'X' } }),
          one(org, 'loud-2', { version: 1, type: 'ThingRemoved', data: { uid: uids[2] } }),
        ],
      ],
    ];
    for (const [name, batch] of batches) {
      const call = usual(batch);
      expect(call.name).toBe(`ledger.${name}`);
      const [ours, theirs] = [await undone(org, call), await undone(org, general(batch))];
      const [before, time] = ours.answer!.split(' ');
      expect(JSON.parse(theirs.answer!)).toEqual({ sizes: [before], times: [time] });
      expect(ours.rows).toEqual(theirs.rows);
      const { rows } = await client.query<[string]>({ ...call, rowMode: 'array' });
      expect(rows[0]![0]).toBe(ours.answer);
    }
    // A day lies between its events: the clock would have signed meanwhile, and gone on with them.
    await client.query('update ledger.head set clock_at = recorded_at where org_id = $1', [org]);
    await world.checkpoints.sign(org);
    expect(await world.sound(org)).toBe(522);
  });

  it('stores the subtrees of every eighth level', async () => {
    const org = randomUUID();
    await world.ledger.append(one(org, 'a'));
    await client.query(
      `update ledger.head set size = 65535, frontier = decode(repeat('0b', 512), 'hex'), recorded_at = now() + interval '1 day' where org_id = $1`,
      [org],
    );
    for (const batch of [[one(org, 'b')], [one(org, 'b'), one(org, 'c')]]) {
      const [ours, theirs] = [await undone(org, usual(batch)), await undone(org, general(batch))];
      expect(ours.rows).toEqual(theirs.rows);
      expect(ours.rows.nodes.map(({ level, index }) => [level, index])).toEqual([
        [8, '255'],
        [16, '0'],
      ]);
    }
  });

  it('is not for several organisations, for any version among others, nor for appends that cannot all win', () => {
    const org = randomUUID();
    const prepared = (batch: Append[]) => usualCall(batch.map((append) => prepare(append, reactions, tables)));
    expect(prepared([one(org, 'a'), one(randomUUID(), 'a')])).toBeUndefined();
    expect(prepared([one(org, 'a'), one(org, 'b', { version: 'any' })])).toBeUndefined();
    expect(prepared([one(org, 'a'), one(org, 'a')])).toBeUndefined();
    expect(prepared([one(org, 'a'), one(org, 'b', { expect: [{ stream: 'a', version: 0 }] })])).toBeUndefined();
  });

  it.each(['alone', 'in a flight'])(
    'leaves a loser to the general way, and then nothing is written: %s',
    async (how) => {
      const org = randomUUID();
      const first = one(org, 'a');
      await world.ledger.append(first);
      const batch = (append: Append) => (how === 'alone' ? [append] : [append, one(append.org, randomUUID())]);
      const before = await undone(org, { text: 'select null', values: [] });
      const refused = { code: '23505', schema: 'ledger' };
      await expect(undone(org, usual(batch(one(org, 'a'))))).rejects.toMatchObject(refused);
      await expect(undone(org, usual(batch({ ...one(org, 'b'), commandId: first.commandId })))).rejects.toMatchObject(
        refused,
      );
      for (const append of [
        one(org, 'a', { version: 2 }),
        one(org, 'b', { version: 1 }),
        one(org, 'b', { expect: [{ stream: 'a', version: 0 }] }),
        one(randomUUID(), 'a'),
      ])
        expect(await undone(org, usual(batch(append)))).toEqual(before);
      await world.owner.query(`update ledger.head set clock_at = clock_at + interval '1 hour' where org_id = $1`, [
        org,
      ]);
      expect(await undone(org, usual(batch(one(org, 'b'))))).toEqual(before);
      await world.owner.query(`update ledger.head set clock_at = clock_at - interval '1 hour' where org_id = $1`, [
        org,
      ]);
      const holder = await world.owner.connect();
      await holder.query('begin');
      await holder.query('select from ledger.head where org_id = $1 for update', [org]);
      expect(await undone(org, usual(batch(one(org, 'b'))))).toEqual(before);
      await holder.query('rollback');
      holder.release();
      expect((await undone(org, usual(batch(one(org, 'b'))))).answer).toMatch(/^1 /);
    },
  );
});
