import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifying } from './verifying.ts';
import { type LedgerWorld, ledgerWorld } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());
const { check, small } = verifying(() => world);

const at = { event: 'position = 5', head: 'true', checkpoint: 'size = 6', signed: 'true' } as const;

describe('a column that the owner emptied, with its constraint removed, is named [P11-10a3]', () => {
  it.each([
    ['event', 'version', '5', /^its version is gone: the column was emptied$/],
    ['event', 'recorded_at', '5', /^its recorded time is gone/],
    ['event', 'stream', '5', /^its stream is gone/],
    ['event', 'type', '5', /^its type is gone/],
    ['event', 'command_id', '5', /^its command is gone/],
    ['event', 'command_last', '5', /^a stored answer is beside an event that began no command$/],
    ['event', 'command_answer', '5', /^its command has no stored answer$/],
    ['event', 'leaf', '5', /^its hash is gone/],
    ['event', 'canonical', '5', /^its text is gone/],
    ['head', 'size', '1', /^no event is there, though the checkpoint of 6 events signed it/],
    ['head', 'frontier', '1', /^the tree over these events is not the one that the head recorded/],
    ['head', 'recorded_at', null, /^the head says nothing for the last event's time/],
    ['head', 'clock_at', null, /^the clock that the head recorded does not fit/],
    ['checkpoint', 'root', '6', /differs from the columns beside it$/],
    ['checkpoint', 'note', '6', /is not a signed note$/],
    ['checkpoint', 'number', '6', /has the number null/],
    ['checkpoint', 'signed_at', '6', /^the time at which the checkpoint of 6 events was signed does not fit/],
    ['signed', 'number', '6', /^the last checkpoint is number 1 of 6 events, but 0 of 6 are counted as signed$/],
    ['signed', 'size', '6', /^the last checkpoint is number 1 of 6 events, but 1 of 0 are counted as signed$/],
  ] as const)('%s.%s', async (table, column, position, reason) => {
    const org = await small();
    await world.owner.query(`alter table ledger.${table} alter column ${column} drop not null`);
    await world.tamper(`update ledger.${table} set ${column} = null where org_id = $1 and ${at[table]}`, [org]);
    expect((await check(org)).damages).toContainEqual(
      expect.objectContaining({ position, reason: expect.stringMatching(reason) }),
    );
  });
});
