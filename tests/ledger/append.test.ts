import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalize } from '#events/ledger/canonical.ts';
import { leafHash } from '#events/ledger/tree.ts';
import type { AppendOutcome, EventEnvelope, Json } from '#events/ledger/types.ts';
import { verify } from '#events/ledger/verify.ts';
import { type LedgerWorld, actor, event, keyName, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());

const made = (uid: string, name: string, more: Record<string, Json> = {}) => ({
  type: 'ThingMade',
  data: { uid, name, ...more },
});
const things = async (org: string) =>
  (await world.owner.query('select * from read.thing where org_id = $1 order by made_position', [org])).rows as Record<
    string,
    unknown
  >[];
const kinds = (outcomes: AppendOutcome[]) => outcomes.map((outcome) => outcome.kind);
const sound = async (org: string) => {
  for await (const { damages, positions } of verify({ pool: world.owner, org, keys: [world.key.publicKey], keyName })) {
    expect(damages).toEqual([]);
    return positions;
  }
  return 0;
};

describe('an append', () => {
  it('stores the exact canonical bytes of the whole envelope but its position, and their leaf hash [P11-10e]', async () => {
    const org = randomUUID();
    const append = one(org, 'thing-ß "1"', { type: 'ThingNoted', data: { ü: ['"\\\n', 1.5, null], a: true } });
    const outcome = await world.ledger.append(append);
    if (outcome.kind !== 'appended') throw new Error(outcome.kind);
    expect(outcome).toMatchObject({ firstPosition: '1', lastPosition: '1' });
    expect(outcome.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const [stored] = await world.ledger.readBytes(org, ['1']);
    const envelope: EventEnvelope = {
      ...append.writes[0]!.events[0]!,
      org,
      stream: 'thing-ß "1"',
      version: 1,
      recordedAt: outcome.recordedAt,
      actor,
      commandId: append.commandId,
    };
    expect(stored!.canonical).toBe(canonicalize(envelope as unknown as Json));
    expect(stored!.leaf).toEqual(leafHash(Buffer.from(stored!.canonical)));
    expect(await world.ledger.readStream(org, 'thing-ß "1"')).toEqual({
      version: 1,
      events: [{ ...envelope, position: '1' }],
    });
  });

  it('writes several streams at once, all or nothing', async () => {
    const org = randomUUID();
    const both = (b: number) => ({
      ...one(org, 'a'),
      writes: [
        { stream: 'a', expectedVersion: 0, events: [event('ThingNoted'), event('ThingNoted')] },
        { stream: 'b', expectedVersion: b, events: [event('ThingNoted')] },
      ],
    });
    expect(await world.ledger.append(both(1))).toEqual({ kind: 'conflict', stream: 'b', expected: 1, actual: 0 });
    expect(await world.ledger.readHead(org)).toEqual({ size: '0', recordedAt: null });
    expect(await world.ledger.append(both(0))).toMatchObject({
      kind: 'appended',
      firstPosition: '1',
      lastPosition: '3',
    });
    expect(await world.ledger.streamVersions(org, ['a', 'b', 'c'])).toEqual(
      new Map([
        ['a', 2],
        ['b', 1],
        ['c', 0],
      ]),
    );
    const read = await world.ledger.readStreams(org, ['b', 'c']);
    expect([...read].map(([name, { version }]) => [name, version])).toEqual([
      ['b', 1],
      ['c', 0],
    ]);
  });

  it('refuses a stale version, and a version that is only to come', async () => {
    const org = randomUUID();
    await world.ledger.append(one(org, 's'));
    expect(await world.ledger.append(one(org, 's'))).toEqual({ kind: 'conflict', stream: 's', expected: 0, actual: 1 });
    expect(await world.ledger.append(one(org, 's', { version: 2 }))).toEqual({
      kind: 'conflict',
      stream: 's',
      expected: 2,
      actual: 1,
    });
  });

  it('refuses when a stream that it only read has moved', async () => {
    const org = randomUUID();
    await world.ledger.append(one(org, 'read'));
    const rests = (version: number) => one(org, 'written', { expect: [{ stream: 'read', version }] });
    expect(await world.ledger.append(rests(0))).toEqual({ kind: 'conflict', stream: 'read', expected: 0, actual: 1 });
    expect(await world.ledger.append(rests(1))).toMatchObject({ kind: 'appended' });
    expect(await world.ledger.append(one(org, 'w2', { expect: [{ stream: 'unborn', version: 0 }] }))).toMatchObject({
      kind: 'appended',
    });
  });

  it("writes at 'any' version without a conflict, however many at once", async () => {
    const org = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => world.ledger.append(one(org, 'access', { version: 'any' }))),
    );
    expect(new Set(kinds(outcomes))).toEqual(new Set(['appended']));
    const { events } = await world.ledger.readStream(org, 'access');
    expect(events.map((each) => each.version)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });

  it('tells its own caller alone what is a bug in it', async () => {
    const org = randomUUID();
    const [bad, lone, good] = await Promise.allSettled([
      world.ledger.append({ ...one(org, 'a'), writes: [] }),
      world.ledger.append(one(org, 'b', { data: { text: '\ud800' } })),
      world.ledger.append(one(org, 'c')),
    ]);
    expect(bad).toMatchObject({ reason: { message: 'An append without an event records nothing.' } });
    expect(lone).toMatchObject({ reason: { message: 'text holds half a character (a lone surrogate).' } });
    expect(good).toMatchObject({ value: { kind: 'appended' } });
    await expect(world.ledger.append(one(org, 'line\nbreak'))).rejects.toThrow(/control character/);
    await expect(world.ledger.append(one('not-a-uid', 's'))).rejects.toThrow(/organisation's uid/);
    await expect(
      world.ledger.append(one(org, 's', { type: 'ThingMade', data: { uid: null, name: 'x' } })),
    ).rejects.toThrow(/lacks the key/);
  });

  it('may be larger than a flight', async () => {
    const org = randomUUID();
    const events = Array.from({ length: 300 }, (_, i) => event('ThingMade', { uid: randomUUID(), name: `n${i}` }));
    const outcome = await world.ledger.append({
      ...one(org, 'x'),
      writes: [{ stream: 'x', expectedVersion: 0, events }],
    });
    expect(outcome).toMatchObject({ kind: 'appended', lastPosition: '300' });
    expect(await things(org)).toHaveLength(300);
    expect(await sound(org)).toBe(300);
  });
});

describe('idempotency', () => {
  it('answers a command that comes again as the first time, whatever it says now', async () => {
    const org = randomUUID();
    const append = one(org, 's', { answer: { uid: 'x', list: [1] } });
    await world.ledger.append(append);
    const again = { kind: 'repeated', answer: { uid: 'x', list: [1] }, firstPosition: '1', lastPosition: '1' };
    expect(await world.ledger.append(append)).toEqual(again);
    expect(await world.ledger.append({ ...append, answer: 'other' })).toEqual(again);
    expect(await world.ledger.commandAnswer(org, append.commandId)).toEqual({ answer: { uid: 'x', list: [1] } });
    expect(await world.ledger.commandAnswer(org, 'never')).toBeNull();
    expect(await world.ledger.append({ ...append, org: randomUUID() })).toMatchObject({ kind: 'appended' });
  });

  it('records once when the same command comes twice in one flight, or from two processes', async () => {
    const org = randomUUID();
    const other = world.another();
    const append = one(org, 's');
    const outcomes = await Promise.all([
      world.ledger.append(append),
      world.ledger.append(append),
      other.append(append),
      world.ledger.append(append),
      other.append(append),
    ]);
    expect(kinds(outcomes).sort()).toEqual(['appended', 'repeated', 'repeated', 'repeated', 'repeated']);
    expect(await world.ledger.readHead(org)).toMatchObject({ size: '1' });
  });

  it('lets a command try again that lost before', async () => {
    const org = randomUUID();
    await world.ledger.append(one(org, 's'));
    const append = one(org, 's');
    expect(await world.ledger.append(append)).toMatchObject({ kind: 'conflict' });
    const again = { ...append, writes: [{ ...append.writes[0]!, expectedVersion: 1 }] };
    expect(await world.ledger.append(again)).toMatchObject({ kind: 'appended' });
  });
});

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
    expect(await things(org)).toMatchObject([
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
    expect((await things(org)).map(({ name, names, facts }) => ({ name, names, facts }))).toEqual(
      odd.map((name) => ({ name, names: odd, facts: { [name]: [name, { name }] } })),
    );
    await world.ledger.append(
      one(org, 'n', { type: 'ThingListed', data: { uid: randomUUID(), name: 'text', names: [], facts: '"\\' } }),
    );
    expect((await things(org)).at(-1)).toMatchObject({ names: [], facts: '"\\' });
  });

  it('put replaces the whole row, defaults included; patch and remove need it to be there', async () => {
    const org = randomUUID();
    const uid = randomUUID();
    await world.ledger.append(one(org, 'a', made(uid, 'first')));
    await world.ledger.append(one(org, 'b', { type: 'ThingMoved', data: { uid, from: 'NEW', to: 'X' } }));
    await world.ledger.append(one(org, 'c', { type: 'ThingMoved', data: { uid: randomUUID(), from: 'NEW', to: 'X' } }));
    await world.ledger.append(one(org, 'd', { type: 'ThingRemoved', data: { uid: randomUUID() } }));
    expect(await things(org)).toMatchObject([{ state: 'X' }]);
    await world.ledger.append(one(org, 'e', made(uid, 'second')));
    expect(await things(org)).toMatchObject([{ name: 'second', state: 'NEW', moved_at: null }]);
    await world.ledger.append(one(org, 'f', { type: 'ThingRemoved', data: { uid } }));
    expect(await things(org)).toEqual([]);
  });

  it("a name that is taken settles that append alone, by the constraint's name", async () => {
    const org = randomUUID();
    const names = ['a', 'b', 'A', 'c', 'd', 'B', 'e', 'f'];
    const outcomes = await Promise.all(
      names.map((name) => world.ledger.append(one(org, `s-${name}`, made(randomUUID(), name)))),
    );
    const violated = { kind: 'violated', constraint: 'thing_name' };
    expect(outcomes.filter((outcome) => outcome.kind === 'violated')).toEqual([violated, violated]);
    expect((await things(org)).map((thing) => thing.folded).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await sound(org)).toBe(6);
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
      (await things(org)).filter(({ name, state }) => String(name).startsWith('free') && state === 'NEW'),
    ).toHaveLength(200);
    expect(await crowd('taken', 200)).toEqual({ kind: 'violated', constraint: 'thing_name' });
    expect(await things(org)).toHaveLength(201);
    expect(await sound(org)).toBe(203);
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

describe('the clock', () => {
  it('that jumps back does not take recorded time with it, and leaves an event that says so, once', async () => {
    const org = randomUUID();
    await world.ledger.append(one(org, 'a'));
    await world.owner.query(
      `update ledger.head set clock_at = clock_at + interval '1 hour', recorded_at = recorded_at + interval '1 hour' where org_id = $1`,
      [org],
    );
    const { recordedAt } = await world.ledger.readHead(org);
    const others = world.another();
    const outcomes = await Promise.all([
      ...['b', 'c'].map((stream) => world.ledger.append(one(org, stream))),
      ...['d', 'e'].map((stream) => others.append(one(org, stream))),
      world.ledger.append(one(randomUUID(), 'elsewhere')),
    ]);
    expect(new Set(kinds(outcomes))).toEqual(new Set(['appended']));
    const events = await world.ledger.readPage(org, { after: '1' });
    expect(events.map((each) => each.type).sort()).toEqual(['ClockMovedBack', ...Array<string>(4).fill('ThingNoted')]);
    expect(events[0]).toMatchObject({
      type: 'ClockMovedBack',
      stream: 'clock',
      recordedAt,
      data: { lastRecordedAt: recordedAt },
    });
    expect(events.every((each) => each.recordedAt >= recordedAt!)).toBe(true);
  });
});
