import { originOf, signNote } from '#events/ledger/note.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifying } from './verifying.ts';
import { type LedgerWorld, keyName, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());
const { check, damagesOf, small, rehash } = verifying(() => world);

/** Signed after 6, 10, 12 and 14 events. */
const signed = async (): Promise<string> => {
  const org = await small();
  await world.checkpoints.sign(org);
  for (const size of [12, 14]) {
    for (const n of [1, 2]) await world.ledger.append(one(org, `more-${size}-${n}`));
    await world.checkpoints.sign(org);
  }
  return org;
};

const reasons = async (org: string) =>
  (await check(org)).damages.map(({ position, to, reason }) => `${position}–${to}: ${reason}`);

/** As if the first so many events had been recorded two hours before the rest. */
const earlier = async (org: string, upTo: number): Promise<void> => {
  const text = (time: string) => `to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const before = `recorded_at - interval '2 hours'`;
  await world.tamper(
    `update ledger.event set recorded_at = ${before},
       canonical = replace(canonical, ${text('recorded_at')}, ${text(before)})
     where org_id = $1 and position <= $2`,
    [org, upTo],
  );
  await rehash(org);
};

describe('checkpoints that the owner removed are named [P11-10a3]', () => {
  it('the newest, one between, several, all', async () => {
    const org = await signed();
    expect(await reasons(org)).toEqual([]);
    const remove = (sizes: string) =>
      world.tamper(`delete from ledger.checkpoint where org_id = $1 and size in (${sizes})`, [org]);
    await remove('14');
    expect(await reasons(org)).toEqual(['13–14: the checkpoint number 4, signed of these events, is gone']);
    await remove('10');
    expect(await damagesOf(org)).toEqual(['checkpoint 7–12', 'checkpoint 13–14']);
    await remove('12');
    expect(await reasons(org)).toEqual(['7–14: the checkpoints number 2 to 4, signed of these events, are gone']);
    await remove('6');
    expect(await reasons(org)).toEqual(['1–14: the checkpoints number 1 to 4, signed of these events, are gone']);
  });

  it('also once the clock has signed anew', async () => {
    const org = await signed();
    await world.tamper('delete from ledger.checkpoint where org_id = $1', [org]);
    expect((await world.checkpoints.sign(org))!.size).toBe('14');
    expect(await reasons(org)).toEqual(['1–14: the checkpoints number 1 to 4, signed of these events, are gone']);
  });

  it('and so is a number or a count that was changed', async () => {
    const org = await signed();
    await world.tamper('update ledger.checkpoint set number = 9 where org_id = $1 and size = 10', [org]);
    expect(await damagesOf(org)).toEqual(['checkpoint 7–10', 'checkpoint 12']);
    await world.tamper('update ledger.checkpoint set number = 2 where org_id = $1 and size = 10', [org]);
    await world.tamper('update ledger.signed set number = 3 where org_id = $1', [org]);
    expect(await damagesOf(org)).toEqual(['checkpoint 14']);
    await world.tamper('update ledger.signed set number = 5 where org_id = $1', [org]);
    expect(await reasons(org)).toEqual(['14–14: the checkpoint number 5, signed of these events, is gone']);
    await world.tamper('update ledger.signed set number = 4, size = 13 where org_id = $1', [org]);
    expect(await damagesOf(org)).toEqual(['checkpoint 14']);
    await world.tamper('alter table ledger.signed disable trigger user');
    await world.tamper('delete from ledger.signed where org_id = $1', [org]);
    expect(await damagesOf(org)).toEqual(['checkpoint 14']);
  });

  it('and so is the time of one, unless the clock itself was set back', async () => {
    const org = await signed();
    const at = (size: number, time: string) =>
      world.tamper(`update ledger.checkpoint set signed_at = ${time} where org_id = $1 and size = ${size}`, [org]);
    for (const [time, expected] of [
      [`signed_at + interval '400 days'`, ['checkpoint 10', 'checkpoint 12']],
      [`signed_at - interval '800 days'`, ['checkpoint 10']],
      [`'infinity'`, ['checkpoint 10', 'checkpoint 12']],
      [`'-infinity'`, ['checkpoint 10']],
    ] as const) {
      await at(10, time);
      expect(await damagesOf(org), time).toEqual(expected);
    }
    await world.ledger.append(one(org, 'clock', { type: 'ClockMovedBack' }));
    expect(await damagesOf(org)).toEqual([]);
  });

  it('together with their count, where events beyond them lie an hour apart', async () => {
    const org = await signed();
    await earlier(org, 4);
    await world.tamper('delete from ledger.checkpoint where org_id = $1', [org]);
    await world.tamper('alter table ledger.signed disable trigger user');
    await world.tamper('delete from ledger.signed where org_id = $1', [org]);
    expect(await reasons(org)).toEqual([
      expect.stringMatching(
        /^1–14: no checkpoint signs these events, recorded from .+Z to .+Z, though one is due each minute/,
      ),
    ]);
    await world.checkpoints.sign(org);
    expect(await damagesOf(org), 'what was signed anew').toEqual([]);
    await earlier(org, 2);
    await world.tamper('delete from ledger.checkpoint where org_id = $1', [org]);
    await world.tamper('delete from ledger.signed where org_id = $1', [org]);
    expect(await damagesOf(org)).toEqual(['checkpoint 1–14']);
  });

  it('together with their count, where a copy is outside the database', async () => {
    const org = await signed();
    const { note } = (await world.checkpoints.latest(org))!;
    await world.tamper('delete from ledger.checkpoint where org_id = $1 and size = 14', [org]);
    await world.tamper('update ledger.signed set number = 3, size = 12 where org_id = $1', [org]);
    const { damages } = await check(org, { witnessed: [note] });
    expect(damages.map(({ reason }) => reason)).toEqual([
      'the checkpoint of 14 events is gone: only its copy outside the database is there',
    ]);
    expect(await check(await signed(), { witnessed: [note] })).toMatchObject({ damages: [], unsigned: null });
  });

  it('[P11-10a4] and what is not signed yet is said, and is no damage', async () => {
    const org = await signed();
    await world.ledger.append(one(org, 'later'));
    expect(await check(org)).toMatchObject({ damages: [], unsigned: { from: '15', to: '15' } });
    await world.checkpoints.sign(org);
    expect(await check(org)).toMatchObject({ damages: [], unsigned: null });
  });

  it('and a ledger of one sitting that nobody has signed, or whose last minutes nobody has, is whole', async () => {
    const org = await small();
    expect(await damagesOf(org)).toEqual([]);
    const old = await small();
    await world.tamper('delete from ledger.checkpoint where org_id = $1', [old]);
    await world.tamper('alter table ledger.signed disable trigger user');
    await world.tamper('delete from ledger.signed where org_id = $1', [old]);
    await earlier(old, 10);
    expect(await damagesOf(old), 'stopped two hours ago, before the clock came round').toEqual([]);
    await earlier(old, 6);
    await world.checkpoints.sign(old);
    await world.ledger.append(one(old, 'later'));
    expect(await damagesOf(old)).toEqual([]);
  });

  it('and one that was signed for another ledger', async () => {
    const [org, other] = [await small(), await small()];
    const { note } = (await world.checkpoints.latest(other))!;
    await world.tamper('update ledger.checkpoint set note = $2 where org_id = $1', [org, note]);
    expect((await check(org)).damages).toMatchObject([
      { position: '6', what: 'checkpoint', reason: expect.stringMatching(/not signed with a known key/) },
    ]);
    const body = note.split('\n\n')[0]!;
    const own = originOf(keyName, org);
    await world.tamper('update ledger.checkpoint set note = $2 where org_id = $1', [
      org,
      signNote(`${body}\n`, own, world.key.privateKey),
    ]);
    expect((await check(org)).damages).toMatchObject([
      { position: '6', what: 'checkpoint', reason: expect.stringMatching(/is for another ledger/) },
    ]);
  });
});
