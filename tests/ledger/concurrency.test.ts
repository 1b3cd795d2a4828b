import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Append } from '#events/ledger/types.ts';
import { type LedgerWorld, event, ledgerWorld, one } from './world.ts';
import { howMany } from '#tests/support/suite.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());

describe('appends at the same moment', () => {
  it('from one process and from others are gapless, each stream in order, and the tree is whole', async () => {
    const orgs = [randomUUID(), randomUUID(), randomUUID()];
    const child = (name: string) =>
      promisify(execFile)(process.execPath, [
        '--import',
        'tsx',
        fileURLToPath(new URL('child-appends.ts', import.meta.url)),
        world.url,
        name,
        '300',
        '16',
        ...orgs,
      ]);
    const ours = Array.from({ length: 300 }, (_, i) => world.ledger.append(one(orgs[i % 3]!, `ours-${i}`)));
    const [first, second, ...outcomes] = await Promise.all([child('first'), child('second'), ...ours]);
    expect([first.stdout, second.stdout]).toEqual(['300', '300']);
    expect(outcomes.every((outcome) => outcome.kind === 'appended')).toBe(true);
    expect(await Promise.all(orgs.map(world.sound))).toEqual([300, 300, 300]);
  });

  it('for one stream: exactly one wins each version, and the others get a conflict', async () => {
    const org = randomUUID();
    const others = [world.ledger, world.another(), world.another()];
    for (let version = 0; version < 5; version++) {
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, i) => others[i % 3]!.append(one(org, 's', { version }))),
      );
      expect(outcomes.filter((outcome) => outcome.kind === 'appended')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome.kind === 'conflict' && outcome.actual === version + 1)).toHaveLength(
        29,
      );
    }
    expect(await world.sound(org)).toBe(5);
  });

  it('a conflict, a refused row or a bug in one never disturbs its neighbours', async () => {
    const streams = ['a', 'b', 'c', 'd'];
    const step = fc.record({
      stream: fc.constantFrom(...streams),
      expect: fc.option(fc.constantFrom(...streams), { nil: undefined }),
      /** How far the caller's knowledge is behind. */
      behind: fc.nat({ max: 1 }),
      events: fc.integer({ min: 1, max: 3 }),
      name: fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined }),
      process: fc.nat({ max: 1 }),
    });
    const processes = [world.ledger, world.another()];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const org = randomUUID();
          let recorded = 0;
          const taken = new Set<string>();
          for (const round of rounds) {
            const known = await world.ledger.streamVersions(org, streams);
            const appends = round.map((each): Append => {
              const version = Math.max(0, known.get(each.stream)! - each.behind);
              const named = each.name ? [event('ThingMade', { uid: randomUUID(), name: each.name })] : [];
              return {
                ...one(org, each.stream),
                writes: [
                  {
                    stream: each.stream,
                    expectedVersion: version,
                    events: [...named, ...Array.from({ length: each.events }, () => event('ThingChanged'))],
                  },
                ],
                ...(each.expect &&
                  each.expect !== each.stream && {
                    expect: [{ stream: each.expect, version: known.get(each.expect)! }],
                  }),
              };
            });
            const outcomes = await Promise.all(
              appends.map((append, i) => processes[round[i]!.process]!.append(append)),
            );
            const won = new Set<string>();
            outcomes.forEach((outcome, i) => {
              const { stream, name } = round[i]!;
              const size = appends[i]!.writes[0]!.events.length;
              if (outcome.kind === 'appended') {
                // Two who knew the same version cannot both have won.
                expect(won.has(stream)).toBe(false);
                won.add(stream);
                expect(Number(outcome.lastPosition) - Number(outcome.firstPosition) + 1).toBe(size);
                recorded += size;
                if (name) {
                  expect(taken.has(name)).toBe(false);
                  taken.add(name);
                }
              } else if (outcome.kind === 'violated') expect(name).toBeDefined();
              else if (outcome.kind === 'conflict') expect(outcome.actual).toBeGreaterThan(outcome.expected);
              else expect.fail(outcome.kind);
            });
          }
          expect(await world.ledger.readHead(org)).toMatchObject({ size: String(recorded) });
          if (recorded > 0) expect(await world.sound(org)).toBe(recorded);
        },
      ),
      { numRuns: howMany({ day: 6, long: 25 }) },
    );
  });

  it('a locked organisation does not hold up the others', async () => {
    const [held, free] = [randomUUID(), randomUUID()].sort() as [string, string];
    await world.ledger.append(one(held, 'a'));
    const holder = await world.owner.connect();
    await holder.query('begin');
    await holder.query('select from ledger.head where org_id = $1 for update', [held]);
    // Each organisation has a batcher of its own.
    const alone = [world.ledger.append(one(held, 'held-0')), world.another().append(one(held, 'held-1'))];
    const together = world.ledger.append(one(held, 'held-2'));
    const outcomes = await Promise.all(
      [free, randomUUID(), randomUUID()].map((org) => world.ledger.append(one(org, 's'))),
    );
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['appended', 'appended', 'appended']);
    expect(await world.ledger.readHead(held)).toMatchObject({ size: '1' });
    await holder.query('rollback');
    holder.release();
    expect((await Promise.all([...alone, together])).map((outcome) => outcome.kind)).toEqual(Array(3).fill('appended'));
  });

  it('fails where the organisation is locked for too long, and can be tried again', async () => {
    const held = randomUUID();
    await world.ledger.append(one(held, 'a'));
    const holder = await world.owner.connect();
    await holder.query('begin');
    await holder.query('select from ledger.head where org_id = $1 for update', [held]);
    const append = one(held, 'b');
    await expect(world.ledger.append(append)).rejects.toMatchObject({ code: '55P03' });
    await holder.query('rollback');
    holder.release();
    expect(await world.ledger.append(append)).toMatchObject({ kind: 'appended' });
  });

  it('keeps no connection that nobody needs, and the same one after a refusal', async () => {
    const org = randomUUID();
    const { pool } = world.database;
    const pids = async () =>
      (
        await world.owner.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database()
           and application_name = 'imprimatur' order by 1`,
        )
      ).rows.map(({ pid }) => pid);
    await world.ledger.append(one(org, 'a'));
    const before = await pids();
    const outcomes = await Promise.all([
      ...['b', 'a', 'c'].map((stream) => world.ledger.append(one(org, stream))),
      world.ledger.append(one(org, 'd', { version: 1 })),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['appended', 'conflict', 'appended', 'conflict']);
    await new Promise((turn) => setImmediate(turn));
    expect(await pids()).toEqual(before);
    expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0]);
  });

  it('a lost connection in the middle records each command once', async () => {
    const org = randomUUID();
    const appends = Array.from({ length: 40 }, (_, i) => world.ledger.append(one(org, `s-${i}`)));
    for (let i = 0; i < 5; i++)
      await world.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
           and application_name = 'imprimatur'`,
      );
    const more = Array.from({ length: 40 }, (_, i) => world.ledger.append(one(org, `t-${i}`)));
    const outcomes = await Promise.all([...appends, ...more]);
    // "repeated": it had been recorded when the connection broke, and was found when it was sent again.
    expect(outcomes.every(({ kind }) => kind === 'appended' || kind === 'repeated')).toBe(true);
    expect(await world.sound(org)).toBe(80);
  });
});
