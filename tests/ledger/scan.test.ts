import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnreadableEvent, scan } from '#events/ledger/scan.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { type LedgerWorld, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());

const scanned = async (org: string, range: Partial<Parameters<typeof scan>[2]> = {}): Promise<RecordedEvent[]> => {
  const client = await world.owner.connect();
  try {
    const found: RecordedEvent[] = [];
    for await (const batch of scan(client, org, { after: 0n, upTo: 10n, ...range })) found.push(...batch);
    return found;
  } finally {
    client.release(true);
  }
};

it('reads what a page reads, within the range and without the types left out', async () => {
  const org = randomUUID();
  for (const [i, text] of ['"', 'Ærø 測試 🙂', '","version":7}', ''].entries())
    await world.ledger.append(one(org, `s-${i}`, { type: i === 2 ? 'Other' : 'ThingChanged', data: { text } }));
  const page = await world.ledger.readPage(org);
  expect(await scanned(org)).toEqual(page);
  expect(await scanned(org, { after: 1n, upTo: 3n })).toEqual(page.slice(1, 3));
  expect(await scanned(org, { without: ['Other'] })).toEqual(page.filter(({ type }) => type !== 'Other'));
});

it('names the position of an event that cannot be read', async () => {
  const org = randomUUID();
  for (const stream of ['a', 'b']) await world.ledger.append(one(org, stream));
  await world.tamper(`update ledger.event set canonical = '{' where org_id = $1 and position = 2`, [org]);
  const error: unknown = await scanned(org).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableEvent);
  expect(error).toMatchObject({ code: 'unreadable_event', position: '2' });
});
