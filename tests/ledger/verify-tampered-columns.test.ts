import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '#events/ledger/verify/verify.ts';
import { verifying } from './verifying.ts';
import { type LedgerWorld, event, keyName, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());
const { check, damagesOf, small, rehash } = verifying(() => world);

describe('tampering with the head, the stored tree and times is named [P11-10a3]', () => {
  it('the stored tree and the head', async () => {
    const org = randomUUID();
    await world.ledger.append({
      ...one(org, 's'),
      writes: [{ stream: 's', expectedVersion: 0, events: Array.from({ length: 520 }, () => event('ThingChanged')) }],
    });
    await world.tamper(`update ledger.node set hash = sha256('x') where org_id = $1 and index = 1`, [org]);
    expect(await damagesOf(org)).toEqual(['node 257–512']);
    await world.tamper('delete from ledger.node where org_id = $1 and index = 1', [org]);
    expect(await damagesOf(org)).toEqual(['node 257–512']);
    const other = await small();
    for (const more of ['1 second', '1 microsecond']) {
      await world.tamper(`update ledger.head set recorded_at = recorded_at + interval '${more}' where org_id = $1`, [
        other,
      ]);
      expect(await damagesOf(other), more).toEqual(['head ']);
      await rehash(other);
    }
    await world.tamper('delete from ledger.node where org_id = $1', [org]);
    await world.tamper(`alter table ledger.head disable trigger user`);
    await world.tamper('delete from ledger.head where org_id = $1', [other]);
    expect(await damagesOf(other)).toEqual(['head ']);
  });

  it('a stored hash of events that are not there, also of no ledger at all', async () => {
    const org = await small();
    const stray = (uid: string, level: number, index: bigint) =>
      world.tamper(`insert into ledger.node (org_id, level, index, hash) values ($1, $2, $3, sha256('x'))`, [
        uid,
        level,
        index,
      ]);
    for (const [level, index] of [
      [8, 0n],
      [8, 2n ** 63n - 1n],
      [64, 0n],
      [32_760, 0n],
    ] as const)
      await stray(org, level, index);
    expect((await check(org)).damages.map(({ what, reason }) => [what, reason])).toEqual(
      ['8/0', '8/9223372036854775807', '64/0', '32760/0'].map((id) => [
        'node',
        `the stored hash ${id} belongs to nothing: the ledger has no such events`,
      ]),
    );
    await world.tamper('delete from ledger.node where org_id = $1', [org]);
    const nobody = randomUUID();
    await stray(nobody, 8, 0n);
    const orgs: string[] = [];
    for await (const found of verify({ pool: world.owner, keys: [world.key.publicKey], keyName }))
      if (found.damages.length > 0) orgs.push(found.org);
    expect(orgs).toContain(nobody);
    await world.tamper('delete from ledger.node where org_id = $1', [nobody]);
  });

  it.each([
    ['infinity', ['time 6', 'column 5']],
    ['-infinity', ['time 5', 'column 5']],
  ])('a recorded time of %s', async (time, expected) => {
    const org = await small();
    await world.tamper(`update ledger.event set recorded_at = $2 where org_id = $1 and position = 5`, [org, time]);
    expect((await damagesOf(org)).sort()).toEqual(expected.sort());
    await world.tamper(`update ledger.event set recorded_at = $2 where org_id = $1 and position = 10`, [org, time]);
    expect(await damagesOf(org)).toEqual(expect.arrayContaining(['column 10', 'head ']));
  });

  it("the head's size beyond every number, and its clock", async () => {
    const org = await small();
    await world.tamper(
      `update ledger.head set size = 9223372036854775807,
         frontier = (select string_agg(sha256('x'), '') from generate_series(1, 63)) where org_id = $1`,
      [org],
    );
    expect((await damagesOf(org)).map((damage) => damage.split('–')[0])).toEqual(['missing 11']);
    await rehash(org);
    expect(await damagesOf(org)).toEqual([]);
    for (const clock of ['+ 1 second', '- 2 minutes', '- 1 year'].map((by) => `recorded_at + interval '${by}'`)) {
      await world.tamper(`update ledger.head set clock_at = ${clock} where org_id = $1`, [org]);
      expect(await damagesOf(org), clock).toEqual(['head ']);
    }
    await world.ledger.append(one(org, 'clock', { type: 'ClockMovedBack' }));
    for (const [clock, expected] of [
      [`recorded_at - interval '1 year'`, []],
      [`'infinity'`, ['head ']],
      [`'-infinity'`, ['head ']],
    ] as const) {
      await world.tamper(`update ledger.head set clock_at = ${clock} where org_id = $1`, [org]);
      expect(await damagesOf(org), clock).toEqual(expected);
    }
  });
});
