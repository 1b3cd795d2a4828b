import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { originOf, signNote } from '#events/ledger/note.ts';
import { leafHash } from '#events/ledger/tree.ts';
import { verify } from '#events/ledger/verify/verify.ts';
import { verifying } from './verifying.ts';
import { type LedgerWorld, keyName, ledgerWorld } from './world.ts';
import { howMany } from '#tests/support/suite.ts';

let world: LedgerWorld;
beforeAll(async () => {
  world = await ledgerWorld();
});
afterAll(() => world.close());
const { check, damagesOf, small, rehash } = verifying(() => world);

describe('tampering by the owner with the triggers off is named [P11-10a3]', () => {
  it('a byte of an event', async () => {
    const org = await small();
    await world.tamper(
      `update ledger.event set canonical = replace(canonical, '"n":4', '"n":5') where org_id = $1 and position = 5`,
      [org],
    );
    const { damages } = await check(org);
    expect(damages).toEqual([
      { position: '5', what: 'event', reason: 'the stored bytes do not have the recorded hash: a byte was changed' },
    ]);
  });

  it('a byte of an event, with its hash, the tree and the head written anew', async () => {
    const org = await small();
    await world.tamper(
      `update ledger.event set canonical = replace(canonical, '"n":4', '"n":5') where org_id = $1 and position = 5`,
      [org],
    );
    await world.tamper(
      `update ledger.event set leaf = sha256('\\x00'::bytea || convert_to(canonical, 'UTF8')) where org_id = $1`,
      [org],
    );
    expect(await damagesOf(org)).toEqual(['checkpoint 1–6', 'head 1–8']);
    await rehash(org);
    const { damages } = await check(org);
    expect(damages).toEqual([
      {
        position: '1',
        to: '6',
        what: 'checkpoint',
        reason: 'these are not the events that the checkpoint of 6 events signed',
      },
    ]);
  });

  it.each([
    ['version', 'version = 7', ['column 5', 'stream 5', 'stream 6']],
    ['stream', `stream = 'other'`, ['column 5', 'stream 6']],
    ['type', `type = 'ThingDone'`, ['column 5']],
    ['recorded time', `recorded_at = recorded_at - interval '1 millisecond'`, undefined],
    ['recorded time, by a microsecond', `recorded_at = recorded_at + interval '1 microsecond'`, undefined],
    ['command', `command_id = 'other'`, ['column 5']],
    ['hash', `leaf = sha256('x')`, ['checkpoint 1–6', 'event 5', 'head 1–8']],
    ['end of its command', 'command_last = 6', ['command 6']],
    ['first mark of its command', 'command_last = null', ['answer 5', 'command 5']],
  ])("an event's %s, beside bytes that say something else", async (name, change, expected) => {
    const org = await small();
    await world.tamper(`update ledger.event set ${change} where org_id = $1 and position = 5`, [org]);
    const found = (await damagesOf(org)).sort();
    // A stream that another column names has a first event of version 1: the version before it counts too.
    if (name === 'stream') expect(found).toEqual(expect.arrayContaining(expected!));
    else if (expected) expect(found).toEqual(expected);
    else expect(found).toContain('column 5');
  });

  it('the event whole, put under another organisation', async () => {
    const [org, other] = [await small(), randomUUID()];
    await world.tamper(
      `insert into ledger.event
       select $2, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf,
         canonical
       from ledger.event where org_id = $1 and position = 1`,
      [org, other],
    );
    expect(await damagesOf(other)).toEqual(['head ', 'column 1']);
    const orgs: string[] = [];
    for await (const found of verify({ pool: world.owner, keys: [world.key.publicKey], keyName })) orgs.push(found.org);
    expect(orgs).toContain(other);
    await world.tamper('delete from ledger.event where org_id = $1', [other]);
  });

  it('an event deleted from the middle', async () => {
    const org = await small();
    await world.tamper('delete from ledger.event where org_id = $1 and position = 5', [org]);
    expect(await damagesOf(org)).toEqual(['missing 5', 'stream 6']);
  });

  it('an event deleted and the rest moved up, everything written anew', async () => {
    const org = await small();
    await world.tamper('delete from ledger.event where org_id = $1 and position = 5', [org]);
    for (const step of ['-position', '-position - 1']) {
      await world.tamper(
        `alter table ledger.event
           drop constraint if exists event_position_check, drop constraint if exists event_check`,
      );
      await world.tamper(
        `update ledger.event set position = ${step}, command_last = ${step}
         where org_id = $1 and (position > 5 or position < 0)`,
        [org],
      );
    }
    await rehash(org);
    expect(await damagesOf(org)).toEqual(['stream 5', 'checkpoint 1–6']);
  });

  it('an event put in at the end, and one put in with the head moved on', async () => {
    const org = await small();
    const { rows } = await world.owner.query<{ canonical: string }>(
      'select canonical from ledger.event where org_id = $1 and position = 10',
      [org],
    );
    const canonical = rows[0]!.canonical.replace('"version":2', '"version":3').replace('"c-10"', '"c-11"');
    await world.tamper(
      `insert into ledger.event
       select org_id, 11, 3, recorded_at, stream, type, 'c-11', 11, command_answer, $2, $3
       from ledger.event where org_id = $1 and position = 10`,
      [org, leafHash(Buffer.from(canonical)), canonical],
    );
    expect(await damagesOf(org)).toEqual(['beyond 11']);
    await world.tamper('update ledger.head set size = 11, frontier = frontier || sha256($2) where org_id = $1', [
      org,
      Buffer.from('x'),
    ]);
    expect(await damagesOf(org)).toEqual(['head 11']);
  });

  it('two events in another order', async () => {
    const org = await small();
    for (const [from, to] of [
      [3, 99],
      [8, 3],
      [99, 8],
    ])
      await world.tamper(
        'update ledger.event set position = $3, command_last = $3 where org_id = $1 and position = $2',
        [org, from, to],
      );
    const found = await damagesOf(org);
    expect(found).toEqual(expect.arrayContaining(['stream 3', 'stream 4', 'checkpoint 1–6', 'head 1–8']));
  });

  it('the end cut off', async () => {
    const org = await small();
    await world.tamper('delete from ledger.event where org_id = $1 and position > 8', [org]);
    expect(await damagesOf(org)).toEqual(['missing 9–10']);
    await rehash(org);
    expect(await damagesOf(org), 'no checkpoint covered it').toEqual([]);
    await world.tamper('delete from ledger.event where org_id = $1 and position > 4', [org]);
    await rehash(org);
    const { damages } = await check(org);
    expect(damages).toMatchObject([{ position: '5', to: '6', what: 'missing' }]);
    expect(damages[0]!.reason).toMatch(/the checkpoint of 6 events signed it/);
  });

  it('the end cut off together with its checkpoints, by one from outside the database', async () => {
    const org = await small();
    const { note } = (await world.checkpoints.sign(org))!;
    await world.tamper('delete from ledger.checkpoint where org_id = $1 and size = 10', [org]);
    await world.tamper('delete from ledger.event where org_id = $1 and position > 8', [org]);
    await rehash(org);
    expect(await damagesOf(org)).toEqual(['checkpoint 7–10']);
    await world.tamper('update ledger.signed set number = 1, size = 6 where org_id = $1', [org]);
    expect(await damagesOf(org), 'nothing in the database shows it').toEqual([]);
    expect(await damagesOf(org, { witnessed: [note] })).toEqual(['missing 9–10']);
  });

  it('the key swapped, a checkpoint forged or moved', async () => {
    const org = await small();
    const thief = generateKeyPairSync('ed25519');
    expect((await check(org, { keys: [thief.publicKey] })).damages).toMatchObject([
      {
        position: '6',
        what: 'checkpoint',
        reason: expect.stringMatching(/not signed with a known key: the key was swapped/),
      },
    ]);
    expect(await damagesOf(org, { keys: [thief.publicKey, world.key.publicKey] })).toEqual([]);
    const origin = originOf(keyName, org);
    const { rows } = await world.owner.query<{ note: string; root: Buffer }>(
      'select note, root from ledger.checkpoint where org_id = $1',
      [org],
    );
    const note = async (text: string) => {
      await world.tamper('update ledger.checkpoint set note = $2 where org_id = $1', [org, text]);
      return (await check(org)).damages.map(({ reason }) => reason);
    };
    const { text, root } = { text: rows[0]!.note, root: rows[0]!.root.toString('base64') };
    expect(await note(text.replace('\n6\n', '\n7\n'))).toEqual([expect.stringMatching(/signature that does not fit/)]);
    expect(await note(signNote(`${origin}\n6\n${root}\n`, origin, thief.privateKey))).toEqual([
      expect.stringMatching(/not signed with a known key/),
    ]);
    expect(await note(signNote(`${origin}\n5\n${root}\n`, origin, world.key.privateKey))).toEqual([
      expect.stringMatching(/differs from the columns/),
    ]);
    expect(await note(signNote(`imprimatur/other\n6\n${root}\n`, origin, world.key.privateKey))).toEqual([
      expect.stringMatching(/another ledger/),
    ]);
    expect(await note('nothing')).toEqual([expect.stringMatching(/not a signed note/)]);
    expect(await note(text)).toEqual([]);
  });

  it('any flipped byte of any event', async () => {
    const org = await small();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 10 }),
        fc.nat(),
        fc.integer({ min: 1, max: 94 }),
        async (position, at, shift) => {
          const { rows } = await world.owner.query<{ canonical: string }>(
            'select canonical from ledger.event where org_id = $1 and position = $2',
            [org, position],
          );
          const { canonical } = rows[0]!;
          const i = at % canonical.length;
          const other = String.fromCharCode(((canonical.charCodeAt(i) - 32 + shift) % 95) + 32);
          const set = (text: string) =>
            world.tamper('update ledger.event set canonical = $3 where org_id = $1 and position = $2', [
              org,
              position,
              text,
            ]);
          await set(canonical.slice(0, i) + other + canonical.slice(i + 1));
          expect(await damagesOf(org)).toContain(`event ${position}`);
          await set(canonical);
        },
      ),
      { numRuns: howMany({ day: 12, long: 40 }) },
    );
    expect(await damagesOf(org)).toEqual([]);
  });
});
