import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabaseClock } from '#app/database/clock.ts';
import { testDatabase } from '#tests/support/database.ts';

/** The clock of a server that is so many seconds ahead of the database, and what it logs. */
async function clockAhead(seconds: number) {
  const { owner } = await testDatabase();
  const lines: { msg: string; seconds?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  const clock = await createDatabaseClock(owner, log, () => Date.now() + seconds * 1000);
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
