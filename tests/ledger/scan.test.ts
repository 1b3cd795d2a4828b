import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scan } from '#events/ledger/verify/scan.ts';
import type { Append, RecordedEvent } from '#events/ledger/types.ts';
import { type LedgerWorld, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());

/** What the decoder looks for, in every place where somebody may write it. */
const delimiters = ['},"commandId":"', '","data":', ',"org":"', '","recordedAt":"', ',"stream":"', '","type":"', '\\'];

it('tells of each event what is read by itself, whatever its texts hold', async () => {
  const org = randomUUID();
  const person = { kind: 'user', uid: randomUUID(), role: 'ADMIN', session: null, address: null } as const;
  const odd = [...delimiters, `,"org":"${org}","recordedAt":"`, '","version":7}', 'Ærø 測試 🙂', ''];
  const appends = odd.map((text, i): Append => {
    const data = { text, ü: [text, { [`${text}${i}`]: null }], org, recordedAt: text };
    const more: Partial<Append> = { actor: { ...person, name: text } };
    return one(org, `thing-${i}${text}`, {
      ...more,
      data,
      commandId: `${i}${text}`,
      type: i % 3 ? 'ThingNoted' : `T${text}`,
    });
  });
  for (const append of appends) expect(await world.ledger.append(append)).toMatchObject({ kind: 'appended' });
  const expected = (await world.ledger.readPage(org)).map(
    ({ actor, data, org, position, recordedAt, schema, type }: RecordedEvent) => ({
      actor,
      data,
      org,
      position,
      recordedAt,
      schema,
      type,
    }),
  );
  expect(expected).toHaveLength(odd.length);
  const found: object[] = [];
  const client = await world.owner.connect();
  for await (const batch of scan(client, org, { after: 0n, upTo: BigInt(odd.length) })) found.push(...batch);
  expect(found).toEqual(expected);
  const without = [...new Set(expected.map(({ type }) => type))].filter((_, i) => i % 2 === 0);
  const others: object[] = [];
  for await (const batch of scan(client, org, { after: 0n, upTo: BigInt(odd.length), without })) others.push(...batch);
  client.release();
  expect(others).toEqual(expected.filter(({ type }) => !without.includes(type)));
  expect(others.length).toBeGreaterThan(0);
});
