import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifying } from './verifying.ts';
import { type LedgerWorld, actor, event, ledgerWorld, one } from './world.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());
const { check, damagesOf, small, rehash } = verifying(() => world);

const [document, approval] = [randomUUID(), randomUUID()];
const sha256 = createHash('sha256').update('a file').digest('hex');
const answer = {
  document,
  approval,
  file: { sha256, size: 7, objectKey: `${randomUUID()}/x` },
  changed: true,
  at: null,
};

/** One command of three events; its answer names what is in its stream, in its first and in its last event. */
const answered = async (): Promise<string> => {
  const org = randomUUID();
  const stream = `document-${document}`;
  await world.ledger.append({
    org,
    actor: { kind: 'system', name: 'test' },
    commandId: 'c',
    writes: [
      { stream, expectedVersion: 0, events: [event('ThingChanged', { sha256 }), event('ThingChanged')] },
      { stream: 'other', expectedVersion: 0, events: [event('ThingChanged', { approval })] },
    ],
    answer,
  });
  return org;
};

const keep = (org: string, text: string | null, position = 1) =>
  world.tamper('update ledger.event set command_answer = $2 where org_id = $1 and position = $3', [
    org,
    text,
    position,
  ]);

/** Leaves the ledger as it was written before events had the hash of the answer. */
const unbind = async (org: string): Promise<void> => {
  await world.tamper(
    `update ledger.event 
       set canonical = regexp_replace(canonical, '},"answer":(null|"[0-9a-f]{64}"),"commandId"', '},"commandId"')
     where org_id = $1`,
    [org],
  );
  await rehash(org);
};

describe('the stored answer of a command that is sent again, changed by the owner, is named [P11-10a3]', () => {
  it.each([
    ['emptied', null],
    ['without members', {}],
    ['another text', 'tampered'],
    ['another yes', { ...answer, changed: false }],
    ['another document', { ...answer, document: randomUUID() }],
  ])('%s', async (_, changed) => {
    const org = await answered();
    expect(await damagesOf(org)).toEqual([]);
    await keep(org, JSON.stringify(changed));
    expect((await check(org)).damages).toEqual([
      {
        position: '1',
        what: 'answer',
        reason: 'the stored answer of its command does not have the hash in its bytes: it was changed',
      },
    ]);
  });

  it('and so is one put in the place of null, and one beside an actor with a brace in the name', async () => {
    const org = randomUUID();
    await world.ledger.append(one(org, 'a'));
    await world.ledger.append(one(org, 'b', { actor: { ...actor, name: 'a},"answer":null,"commandId":"' }, answer }));
    expect(await damagesOf(org)).toEqual([]);
    await keep(org, '{}');
    await keep(org, 'null', 2);
    expect(await damagesOf(org)).toEqual(['answer 1', 'answer 2']);
  });

  it.each([
    ['another document', { ...answer, document: randomUUID() }],
    ['another approval', { ...answer, approval: randomUUID() }],
    ['another file', { ...answer, file: { ...answer.file, sha256: sha256.replaceAll('a', 'b') } }],
  ])('%s, where the bytes are of before its hash was in them', async (_, changed) => {
    const org = await answered();
    await unbind(org);
    expect(await damagesOf(org)).toEqual([]);
    await keep(org, JSON.stringify(changed));
    expect((await check(org)).damages).toEqual([
      {
        position: '1',
        what: 'answer',
        reason: expect.stringMatching(
          /^the stored answer of its command names [0-9a-f-]+, which the command's events do not: the answer was changed$/,
        ),
      },
    ]);
  });

  it('broken, gone, or where no command begins', async () => {
    const org = await answered();
    await keep(org, '{"document":');
    expect((await check(org)).damages).toMatchObject([{ position: '1', reason: expect.stringMatching(/was changed/) }]);
    await keep(org, null);
    expect((await check(org)).damages).toMatchObject([{ position: '1', reason: 'its command has no stored answer' }]);
    await keep(org, JSON.stringify(answer));
    await keep(org, 'null', 2);
    expect((await check(org)).damages).toMatchObject([
      { position: '2', reason: expect.stringMatching(/an event that began no command/) },
    ]);
    await keep(org, null, 2);
    await unbind(org);
    await keep(org, '{"document":');
    expect((await check(org)).damages).toMatchObject([{ position: '1', reason: expect.stringMatching(/is not JSON/) }]);
  });
});

describe('tampering that leaves every row in place is named [P11-10a3]', () => {
  it('the times of two events swapped, with and without their bytes', async () => {
    const org = await small();
    const time = `to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    // The clock goes by milliseconds: two that certainly differ.
    await world.tamper(
      `update ledger.event e set recorded_at = recorded_at + interval '1 second',
         canonical = replace(canonical, ${time}, ${time.replace('e.recorded_at', `(e.recorded_at + interval '1 second')`)})
       where org_id = $1 and position > 7`,
      [org],
    );
    await rehash(org);
    expect(await damagesOf(org)).toEqual([]);
    const swap = (more: string) =>
      world.tamper(
        `update ledger.event e set recorded_at = o.recorded_at ${more}
         from ledger.event o where e.org_id = $1 and o.org_id = $1
           and (e.position, o.position) in ((7, 8), (8, 7))`,
        [org],
      );
    await swap('');
    expect(await damagesOf(org)).toEqual(['column 7', 'time 8', 'column 8']);
    await swap('');
    await swap(`, canonical = replace(e.canonical, ${time}, ${time.replaceAll('e.', 'o.')})`);
    expect(await damagesOf(org)).toEqual(['event 7', 'event 8', 'time 8']);
    await rehash(org);
    expect(await damagesOf(org), 'everything written anew, beyond the checkpoint').toEqual(['time 8']);
  });

  it("a stream's last event deleted, and an event recorded twice, with a new tree and head", async () => {
    const org = await small();
    const { rows } = await world.owner.query<{ canonical: string }>(
      'select canonical from ledger.event where org_id = $1 and position = 10',
      [org],
    );
    await world.tamper('delete from ledger.event where org_id = $1 and position = 8', [org]);
    await rehash(org);
    expect(await damagesOf(org)).toEqual(['missing 8', 'beyond 10']);
    await world.tamper('alter table ledger.event drop constraint if exists event_stream_version');
    await world.tamper(
      `insert into ledger.event
       select org_id, 8, version, recorded_at, stream, type, command_id || 'x', 8, command_answer, leaf, $2
       from ledger.event where org_id = $1 and position = 10`,
      [org, rows[0]!.canonical],
    );
    await rehash(org);
    expect(await damagesOf(org)).toEqual(expect.arrayContaining(['column 8', 'stream 8']));
  });

  it('where the last command ends, and a cut through a command', async () => {
    const org = await answered();
    for (const more of ['1', '1000']) {
      await world.tamper(`update ledger.event set command_last = 3 + ${more} where org_id = $1 and position = 1`, [
        org,
      ]);
      expect((await check(org)).damages, more).toMatchObject([
        {
          position: '1',
          what: 'command',
          reason: expect.stringMatching(/^its command reaches to position \d+, beyond/),
        },
      ]);
    }
    await world.tamper(`update ledger.event set command_last = 3 where org_id = $1 and position = 1`, [org]);
    expect(await damagesOf(org)).toEqual([]);
    await world.tamper('delete from ledger.event where org_id = $1 and position = 3', [org]);
    await rehash(org);
    await world.tamper(
      `update ledger.head set size = 2,
       frontier = sha256('\\x01'::bytea || (select string_agg(leaf, '' order by position)
         from ledger.event where org_id = $1)) where org_id = $1`,
      [org],
    );
    expect(await damagesOf(org), 'with tree and head written anew').toEqual(['command 1']);
  });

  it('the size of the head', async () => {
    const org = await small();
    await world.tamper('alter table ledger.head drop constraint head_check', []);
    for (const [size, expected] of [
      [9, ['beyond 10', 'head 9']],
      [11, ['missing 11']],
      [0, ['beyond 1–10', 'missing 1–6']],
    ] as const) {
      await world.tamper('update ledger.head set size = $2 where org_id = $1', [org, size]);
      expect(await damagesOf(org), String(size)).toEqual(expect.arrayContaining([...expected]));
    }
  });
});
