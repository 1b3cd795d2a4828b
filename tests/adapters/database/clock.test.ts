import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabaseClock } from '#app/adapters/database/clock.ts';
import { testDatabase } from '#tests/support/database.ts';

/** The clock of a server that is so many seconds ahead of the database, and what it logs. */
async function clockAhead(seconds: number) {
  const { owner } = await testDatabase();
  const lines: { msg: string; seconds?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const clock = await createDatabaseClock(owner, log, { serverNow: () => Date.now() + seconds * 1000 });
  onTestFinished(() => clock.close());
  return { clock, lines };
}

it.each([0, 4, 30, 3600, -3600])('tells the time of the database on a server that is %i s ahead', async (seconds) => {
  const { clock } = await clockAhead(seconds);
  expect(Math.abs(Date.parse(clock.now()) - Date.now())).toBeLessThan(500);
});

it('names and logs a difference of more than 5 s, and is unready over 60 s', async () => {
  const near = await clockAhead(4);
  expect(await near.clock.check()).toBeUndefined();
  expect(near.lines).toEqual([]);
  const apart = await clockAhead(-30);
  expect(await apart.clock.check()).toBe("the server's clock is 30 s behind the database's");
  expect(apart.lines).toMatchObject([{ msg: 'clock.differs', seconds: -30 }]);
  const far = await clockAhead(90);
  await expect(far.clock.check()).rejects.toThrow("the server's clock is 90 s ahead of the database's");
});

describe('a database clock that jumps ahead', () => {
  /** The clock of a database that a test may set, at a server whose own clock may follow. */
  async function clockThatMoves() {
    const shift = { database: 0, server: 0 };
    const query = async () => ({ rows: [{ ms: String(Date.now() + shift.database) }] });
    const pool = { query } as unknown as Parameters<typeof createDatabaseClock>[0];
    const options = { serverNow: () => Date.now() + shift.server, confirmAfter: 50 };
    const clock = await createDatabaseClock(pool, pino({ level: 'silent' }), options);
    onTestFinished(() => clock.close());
    const ahead = () => Math.round((Date.parse(clock.now()) - Date.now()) / 60_000) + 0;
    return { clock, shift, ahead };
  }
  const hour = 3_600_000;

  it('is not followed while the clock of the server says otherwise', async () => {
    const { clock, shift, ahead } = await clockThatMoves();
    shift.database = hour;
    await expect(clock.check()).rejects.toThrow('jumped ahead by more than a minute, and that is not confirmed');
    expect(await clock.confirm()).toBe(false);
    expect(ahead()).toBe(0);
    shift.database = 0;
    expect(await clock.check()).toBeUndefined();
  });

  it('is followed once both clocks agree and run in step with the monotonic clock', async () => {
    const { clock, shift, ahead } = await clockThatMoves();
    Object.assign(shift, { database: hour, server: hour });
    const confirming = clock.confirm();
    expect(ahead()).toBe(0);
    expect(await confirming).toBe(true);
    expect(ahead()).toBe(60);
    expect(await clock.check()).toBeUndefined();
  });

  it('is not followed while it goes on jumping', async () => {
    const { clock, shift, ahead } = await clockThatMoves();
    Object.assign(shift, { database: hour, server: hour });
    const confirming = clock.confirm();
    await new Promise((resolve) => setTimeout(resolve, 10));
    Object.assign(shift, { database: 2 * hour, server: 2 * hour });
    expect(await confirming).toBe(false);
    expect(ahead()).toBe(0);
  });

  it('is followed at once for less than a minute, and back', async () => {
    const { clock, shift } = await clockThatMoves();
    Object.assign(shift, { database: 50_000, server: 50_000 });
    expect(await clock.check()).toBeUndefined();
    expect(Math.round((Date.parse(clock.now()) - Date.now()) / 1000)).toBe(50);
    Object.assign(shift, { database: -hour, server: -hour });
    expect(await clock.check()).toBeUndefined();
    expect(Math.round((Date.parse(clock.now()) - Date.now()) / 60_000)).toBe(-60);
  });
});
