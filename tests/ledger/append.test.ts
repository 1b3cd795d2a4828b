import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalize } from '#events/ledger/canonical.ts';
import { leafHash } from '#events/ledger/tree.ts';
import { createLedger } from '#events/ledger/append/append.ts';
import type { EventEnvelope, Json, JsonObject } from '#events/ledger/types.ts';
import { verifying } from './verifying.ts';
import { type LedgerWorld, actor, event, kinds, ledgerWorld, made, one, reactions } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());

describe('an append', () => {
  it('stores the canonical bytes of the envelope without its position, and their leaf hash [P11-10e]', async () => {
    const org = randomUUID();
    const append = one(org, 'thing-ß "1"', { type: 'ThingChanged', data: { ü: ['"\\\n', 1.5, null], a: true } });
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
      answer: null,
      commandId: append.commandId,
    };
    expect(stored!.canonical).toBe(canonicalize(envelope as unknown as Json));
    expect(stored!.leaf).toEqual(leafHash(Buffer.from(stored!.canonical)));
    expect(await world.ledger.readStream(org, 'thing-ß "1"')).toEqual({
      version: 1,
      events: [{ ...envelope, position: '1' }],
    });
  });

  it("holds the hash of the command's answer in the bytes of its first event alone", async () => {
    const org = randomUUID();
    const answer = { document: org, text: 'ü "\ud800' };
    await world.ledger.append({
      ...one(org, 'a', { answer }),
      writes: [{ stream: 'a', expectedVersion: 0, events: [event('ThingChanged'), event('ThingChanged')] }],
    });
    const [first, second] = await world.ledger.readPage(org);
    expect(first).toMatchObject({ answer: createHash('sha256').update(JSON.stringify(answer)).digest('hex') });
    expect(second).not.toHaveProperty('answer');
  });

  it('writes several streams at once, all or nothing', async () => {
    const org = randomUUID();
    const both = (b: number) => ({
      ...one(org, 'a'),
      writes: [
        { stream: 'a', expectedVersion: 0, events: [event('ThingChanged'), event('ThingChanged')] },
        { stream: 'b', expectedVersion: b, events: [event('ThingChanged')] },
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

  it('rejects a bug of the caller without disturbing other appends', async () => {
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
    for (const uid of ['AAAAAAAA-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-00000000000F']) {
      const capitals = world.ledger.append(one(org, `document-${uid}`));
      await expect(capitals).rejects.toThrow(/uid that is not in lower case/);
      const read = { ...one(org, 'd'), expect: [{ stream: `reading-${org}-${uid}`, version: 0 }] };
      await expect(world.ledger.append(read)).rejects.toThrow(/uid that is not in lower case/);
    }
    expect(await world.ledger.append(one(org, 'functional-area-FACE'))).toMatchObject({ kind: 'appended' });
    await expect(world.ledger.append(one('not-a-uid', 's'))).rejects.toThrow(/organisation's uid/);
    await expect(
      world.ledger.append(one(org, 's', { type: 'ThingMade', data: { uid: null, name: 'x' } })),
    ).rejects.toThrow(/lacks the key/);
  });

  it('may be larger than a batch', async () => {
    const org = randomUUID();
    const events = Array.from({ length: 300 }, (_, i) => event('ThingMade', { uid: randomUUID(), name: `n${i}` }));
    const outcome = await world.ledger.append({
      ...one(org, 'x'),
      writes: [{ stream: 'x', expectedVersion: 0, events }],
    });
    expect(outcome).toMatchObject({ kind: 'appended', lastPosition: '300' });
    expect(await world.things(org)).toHaveLength(300);
    expect(await world.sound(org)).toBe(300);
  });

  it('stores the complete subtrees of every eighth level', async () => {
    const org = randomUUID();
    await world.owner.query(
      `select ledger.extend_tree($1, 65535, decode(repeat('0b', 512), 'hex'), array[decode(repeat('0c', 32), 'hex')])`,
      [org],
    );
    const { rows } = await world.owner.query('select level, index::int from ledger.node where org_id = $1', [org]);
    expect(rows).toEqual([
      { level: 8, index: 255 },
      { level: 16, index: 0 },
    ]);
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

  it('records once when the same command comes twice at once, or from two processes', async () => {
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

describe('the clock', () => {
  it('that jumps back does not take recorded time with it, and leaves an event that says so, once', async () => {
    const org = randomUUID();
    await world.ledger.append(one(org, 'a'));
    await world.owner.query(
      `update ledger.head set clock_at = clock_at + interval '1 hour',
         recorded_at = recorded_at + interval '1 hour' where org_id = $1`,
      [org],
    );
    const { recordedAt } = await world.ledger.readHead(org);
    const others = world.another();
    const outcomes = await Promise.all([
      ...['b', 'c'].map((stream) => world.ledger.append(one(org, stream))),
      ...['d', 'e'].map((stream) => others.append(one(org, stream))),
      world.ledger.append(one(randomUUID(), 's')),
    ]);
    expect(new Set(kinds(outcomes))).toEqual(new Set(['appended']));
    const events = await world.ledger.readPage(org, { after: '1' });
    expect(events.map((each) => each.type).sort()).toEqual([
      'ClockMovedBack',
      ...Array<string>(4).fill('ThingChanged'),
    ]);
    expect(events[0]).toMatchObject({
      type: 'ClockMovedBack',
      stream: 'clock',
      recordedAt,
      data: { lastRecordedAt: recordedAt },
    });
    expect(events.every((each) => each.recordedAt >= recordedAt!)).toBe(true);
    // What the clock really read stands beside it.
    for (const { recordedAtClock } of events)
      expect(Math.abs(Date.parse(recordedAtClock!) - Date.now())).toBeLessThan(60_000);
    const [, ...texts] = (await world.ledger.readBytes(org, ['1', '2', '3'])).map(({ canonical }) => canonical);
    for (const text of texts) expect(canonicalize(JSON.parse(text) as JsonObject)).toBe(text);
    await world.checkpoints.sign(org);
    expect(await world.sound(org)).toBe(6);
  });

  it('of the demonstration counts only where the first event says so, and never beyond the present', async () => {
    const marked = (org: string, simulatedAt: string) =>
      one(org, 'organisation', { type: 'OrganisationCreated', data: { timesSimulated: true }, simulatedAt });
    const [org, other] = [randomUUID(), randomUUID()];
    const loud = { ...made(randomUUID(), 'loud', { loud: true }), simulatedAt: '2020-03-02T08:00:00.000Z' };
    expect(await world.ledger.append(marked(org, '2020-03-01T08:00:00.000Z'))).toMatchObject({
      recordedAt: '2020-03-01T08:00:00.000Z',
    });
    expect(await world.ledger.append(one(org, 'a', loud))).toMatchObject({ recordedAt: loud.simulatedAt });
    // No job follows it, and the bytes say what the clock read.
    const { rows } = await world.owner.query('select from graphile_worker.jobs where task_identifier = $1', ['shout']);
    expect(rows).toEqual([]);
    const [, second] = await world.ledger.readPage(org);
    expect(Math.abs(Date.parse(second!.recordedAtClock!) - Date.now())).toBeLessThan(60_000);
    for (const wrong of ['2020-03-01T07:00:00.000Z', new Date(Date.now() + 60_000).toISOString()])
      await expect(world.ledger.append(one(org, 'b', { simulatedAt: wrong }))).rejects.toThrow('the present');
    // Together with others: those who act in the present are not held up, and have the present's time.
    await world.ledger.append(one(other, 'a'));
    const [refused, present] = await Promise.allSettled([
      world.ledger.append(one(other, 'b', { simulatedAt: new Date().toISOString() })),
      world.ledger.append(one(other, 'c')),
    ]);
    expect(refused).toMatchObject({ reason: { message: expect.stringContaining('does not say') as string } });
    expect(present).toMatchObject({ value: { kind: 'appended' } });
    await expect(world.ledger.append(one(randomUUID(), 'a', loud))).rejects.toThrow('does not say');
    expect(await world.sound(org)).toBe(2);
    const remove = `replace(canonical, '"timesSimulated":true', '"timesSimulated":null')`;
    await world.tamper(`update ledger.event set canonical = ${remove} where org_id = $1`, [org]);
    const { damages } = await verifying(() => world).check(org);
    expect(damages.filter(({ what }) => what === 'time').map(({ position }) => position)).toEqual(['1', '2']);
  });

  it('that jumps ahead by more than a minute records nothing until that is confirmed', async () => {
    const org = randomUUID();
    let [confirmed, ahead] = [false, 61_000];
    const clock = {
      now: () => new Date(Date.now() - ahead).toISOString(),
      async confirm() {
        if (confirmed) ahead = 0;
        return confirmed;
      },
    };
    const ledger = createLedger({ pool: world.database.pool, reactions, clock });
    await expect(ledger.append(one(org, 'a'))).rejects.toMatchObject({ code: 'clock_not_confirmed' });
    expect(await world.ledger.readHead(org)).toMatchObject({ size: '0' });
    confirmed = true;
    expect(await ledger.append(one(org, 'a'))).toMatchObject({ kind: 'appended' });
    ahead = 55_000;
    confirmed = false;
    expect(await ledger.append(one(org, 'b'))).toMatchObject({ kind: 'appended' });
    await ledger.close();
  });
});
