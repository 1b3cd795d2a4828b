import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LedgerWorld, actor, event, kinds, ledgerWorld, made, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());

describe('inline projections', () => {
  it('write with the event, in order, with its true time and position', async () => {
    const org = randomUUID();
    const uid = randomUUID();
    const outcome = await world.ledger.append({
      ...one(org, 's'),
      writes: [
        {
          stream: 's',
          expectedVersion: 0,
          events: [
            event('ThingMade', { uid, name: 'One' }),
            event('ThingMoved', { uid, from: 'NEW', to: 'B' }),
            event('ThingMoved', { uid, from: 'NEW', to: 'C' }),
            event('ThingMoved', { uid, from: 'B', to: 'D' }),
          ],
        },
      ],
    });
    if (outcome.kind !== 'appended') throw new Error(outcome.kind);
    expect(await world.things(org)).toMatchObject([
      {
        uid,
        name: 'One',
        folded: 'one',
        state: 'D',
        made_position: '1',
        made_at: outcome.recordedAt,
        moved_at: outcome.recordedAt,
        facts: { at: outcome.recordedAt, tags: ['a', '1'] },
      },
    ]);
  });

  it('keeps odd texts, lists and nested values as they are', async () => {
    const org = randomUUID();
    const odd = ['', ' ', 'NULL', '(a,"b\\)', '{x}', "'", '\n\t\r', '\\n', '\u001e\u001f', 'é😀', '"', '$1 %s %I'];
    for (const [i, name] of odd.entries()) {
      const facts = { [name]: [name, { name }] };
      await world.ledger.append(
        one(org, `s-${i}`, { type: 'ThingListed', data: { uid: randomUUID(), name, names: odd, facts } }),
      );
    }
    expect((await world.things(org)).map(({ name, names, facts }) => ({ name, names, facts }))).toEqual(
      odd.map((name) => ({ name, names: odd, facts: { [name]: [name, { name }] } })),
    );
    await world.ledger.append(
      one(org, 'n', { type: 'ThingListed', data: { uid: randomUUID(), name: 'text', names: [], facts: '"\\' } }),
    );
    expect((await world.things(org)).at(-1)).toMatchObject({ names: [], facts: '"\\' });
  });

  it('put replaces the whole row, defaults included; patch and remove need it to be there', async () => {
    const org = randomUUID();
    const uid = randomUUID();
    await world.ledger.append(one(org, 'a', made(uid, 'first')));
    await world.ledger.append(one(org, 'b', { type: 'ThingMoved', data: { uid, from: 'NEW', to: 'X' } }));
    await world.ledger.append(one(org, 'c', { type: 'ThingMoved', data: { uid: randomUUID(), from: 'NEW', to: 'X' } }));
    await world.ledger.append(one(org, 'd', { type: 'ThingRemoved', data: { uid: randomUUID() } }));
    expect(await world.things(org)).toMatchObject([{ state: 'X' }]);
    await world.ledger.append(one(org, 'e', made(uid, 'second')));
    expect(await world.things(org)).toMatchObject([{ name: 'second', state: 'NEW', moved_at: null }]);
    await world.ledger.append(one(org, 'f', { type: 'ThingRemoved', data: { uid } }));
    expect(await world.things(org)).toEqual([]);
  });

  it("a name that is taken settles that append alone, by the constraint's name", async () => {
    const org = randomUUID();
    const names = ['a', 'b', 'A', 'c', 'd', 'B', 'e', 'f'];
    const outcomes = await Promise.all(
      names.map((name) => world.ledger.append(one(org, `s-${name}`, made(randomUUID(), name)))),
    );
    const violated = { kind: 'violated', constraint: 'thing_name' };
    expect(outcomes.filter((outcome) => outcome.kind === 'violated')).toEqual([violated, violated]);
    expect((await world.things(org)).map((thing) => thing.folded).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await world.sound(org)).toBe(6);
    // What was refused left nothing behind: the name's stream is still unborn.
    expect(
      outcomes[2]!.kind === 'violated' ? await world.ledger.streamVersions(org, ['s-A']) : new Map([['s-A', 0]]),
    ).toEqual(new Map([['s-A', 0]]));
  });

  it('a crowd of them replaces what is there too, and a name that is taken refuses them all', async () => {
    const org = randomUUID();
    const uids = Array.from({ length: 200 }, () => randomUUID());
    const crowd = (word: string, expectedVersion: number) =>
      world.ledger.append({
        org,
        actor,
        commandId: randomUUID(),
        writes: [
          {
            stream: 'crowd',
            expectedVersion,
            events: uids.map((uid, i) => event('ThingMade', { uid, name: `${word} ${i}` })),
          },
        ],
      });
    await world.ledger.append(one(org, 'a', made(uids[150]!, 'here already')));
    await world.ledger.append(one(org, 'b', { type: 'ThingMoved', data: { uid: uids[150]!, from: 'NEW', to: 'X' } }));
    await world.ledger.append(one(org, 'c', made(randomUUID(), 'taken 77')));
    expect(await crowd('free', 0)).toMatchObject({ kind: 'appended' });
    expect(
      (await world.things(org)).filter(({ name, state }) => String(name).startsWith('free') && state === 'NEW'),
    ).toHaveLength(200);
    expect(await crowd('taken', 200)).toEqual({ kind: 'violated', constraint: 'thing_name' });
    expect(await world.things(org)).toHaveLength(201);
    expect(await world.sound(org)).toBe(203);
  });

  it('a name that one append sets free can be taken by another', async () => {
    const org = randomUUID();
    const [old, next] = [randomUUID(), randomUUID()];
    await world.ledger.append(one(org, 'a', made(old, 'name')));
    const outcomes = await Promise.all([
      world.ledger.append(one(org, 'b', { type: 'ThingRenamed', data: { uid: old, name: 'old name' } })),
      world.ledger.append(one(org, 'c', made(next, 'name'))),
    ]);
    expect(kinds(outcomes)).toEqual(['appended', 'appended']);
  });
});

describe('jobs', () => {
  it('are enqueued with the event, one for a key, and not for one that lost', async () => {
    const org = randomUUID();
    const loud = (name: string, stream: string) =>
      world.ledger.append(one(org, stream, made(randomUUID(), name, { loud: true })));
    await Promise.all([loud('a', 'a'), loud('b', 'b'), loud('b', 'taken'), loud('c', 'a')]);
    const { rows } = await world.owner.query<{
      task_identifier: string;
      key: string | null;
      payload: Record<string, string>;
    }>(
      `select j.key, t.identifier as task_identifier, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id order by (payload->>'position')::int, 2`,
    );
    const mine = rows.filter((row) => row.payload.org === org || row.key === `settle-${org}`);
    expect(mine.map((row) => [row.task_identifier, row.payload.position])).toEqual([
      ['shout', '1'],
      ['settle', '2'],
      ['shout', '2'],
    ]);
    const [first] = await world.ledger.readPage(org, { limit: 1 });
    expect(mine[0]!.payload).toEqual({ org, position: '1', recordedAt: first!.recordedAt });
  });
});
