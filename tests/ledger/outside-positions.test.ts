import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scan } from '#events/ledger/scan.ts';
import { leafHash } from '#events/ledger/tree.ts';
import { verifying } from './verifying.ts';
import { type LedgerWorld, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
  await world.owner.query(
    `alter table ledger.event drop constraint event_position_check, drop constraint event_check,
       drop constraint event_stream_version;
     drop index ledger.event_command`,
  );
});
afterAll(() => world.close());
const { damagesOf, small } = verifying(() => world);

/** The smallest that there can be, and the largest. */
const [lowest, highest] = ['-9223372036854775808', '9223372036854775807'];
const outside = [lowest, '-3', '0', '11', '12', '500', highest];

/** Ten events, and further ones of the stream `s-4` outside of them. */
async function withEventsOutside(): Promise<string> {
  const org = await small();
  const { rows } = await world.owner.query<{ canonical: string }>(
    'select canonical from ledger.event where org_id = $1 and position = 10',
    [org],
  );
  for (const [i, position] of outside.entries()) {
    const canonical = rows[0]!.canonical
      .replace('"version":2', `"version":${i + 3}`)
      .replace('"c-10"', `"out-${position}"`);
    await world.tamper(
      `insert into ledger.event
       select org_id, $2::bigint, $3::integer, recorded_at, stream, type, $4::text, $2::bigint, command_answer, $5, $6
       from ledger.event where org_id = $1 and position = 10`,
      [org, position, i + 3, `out-${position}`, leafHash(Buffer.from(canonical)), canonical],
    );
  }
  return org;
}

describe('events that the owner put outside of the positions 1 to N [P11-10a3]', () => {
  it('are read by nobody', async () => {
    const org = await withEventsOutside();
    const { ledger, owner } = world;
    expect(await ledger.readStream(org, 's-4')).toMatchObject({ version: 2, events: [{ version: 1 }, { version: 2 }] });
    expect(await ledger.streamVersions(org, ['s-4'])).toEqual(new Map([['s-4', 2]]));
    const all = Array.from({ length: 10 }, (_, i) => String(i + 1));
    expect((await ledger.readPage(org, { after: lowest })).map(({ position }) => position)).toEqual(all);
    expect((await ledger.readBytes(org, [...outside, '1'])).map(({ position }) => position)).toEqual(['1']);
    for (const position of outside) expect(await ledger.commandAnswer(org, `out-${position}`)).toBeNull();
    const client = await owner.connect();
    const scanned: string[] = [];
    for await (const batch of scan(client, org, { after: 0n, upTo: 10n }))
      scanned.push(...batch.map((e) => e.position));
    client.release();
    expect(scanned).toEqual(all);
    const seen = await world.database.read(org, (db) =>
      db
        .selectFrom('ledger.event' as never)
        .select('position' as never)
        .execute(),
    );
    expect(seen).toHaveLength(10);
  });

  it('are counted by no append', async () => {
    const org = await withEventsOutside();
    await world.tamper('delete from ledger.event where org_id = $1 and position between 11 and 12', [org]);
    const next = { version: 2, commandId: `out-${highest}` };
    expect(await world.ledger.append(one(org, 's-4', next))).toMatchObject({ kind: 'appended', firstPosition: '11' });
    expect((await world.ledger.readStream(org, 's-4')).version).toBe(3);
  });

  it('are named by verify, each', async () => {
    const ranges = [lowest, '-3', '0', '11–12', '500', highest];
    expect(await damagesOf(await withEventsOutside())).toEqual(ranges.map((range) => `beyond ${range}`));
  });

  it('are named by verify where the positions repeat, or are none', async () => {
    const org = await small();
    const client = await world.owner.connect();
    try {
      await client.query('begin');
      await client.query('alter table ledger.event drop constraint event_pk, alter position drop not null');
      await client.query(
        `insert into ledger.event
         select org_id, p, 9, recorded_at, stream, type, concat('twice-', p), p, command_answer, leaf, canonical
         from ledger.event, unnest(array[4, null]) p where org_id = $1 and position = 4`,
        [org],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await damagesOf(org)).toEqual(expect.arrayContaining(['event 4', 'beyond ']));
    expect((await world.ledger.readPage(org)).map(({ position }) => position)).not.toContain(null);
  });
});
