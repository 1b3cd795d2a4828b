import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '#projections/rebuild/check.ts';
import { rebuild } from '#projections/rebuild/rebuild.ts';
import { Selection } from '#projections/rebuild/selection.ts';
import { readTables } from '#projections/table-keys.ts';
import { somethingAbout, somethingWith, step } from './random-choices.ts';
import { waiver } from './document-commands.ts';
import { History } from './history.ts';
import { importsOf } from './import-events.ts';
import { openLedger, rowsOf } from './rows.ts';
import { howMany, isLongSuite } from '#tests/support/suite.ts';

const { db, ledger } = await openLedger({ fresh: true });

const die = fc.nat({ max: 400 });
const choices = fc.array(fc.record({ what: die, which: die, who: die, how: die }), { minLength: 60, maxLength: 90 });

describe('rebuild', () => {
  test('equals what the appends wrote, byte for byte, for any history the rules allow', async () => {
    const reached = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(choices, async (steps) => {
        const history = await History.begin(ledger);
        for (const [stream, events] of importsOf()) await history.write(stream, events);
        for (const number of [1, 2]) {
          const uid = await history.createDocument(number);
          await history.act(uid, waiver(history));
          await history.publish(uid);
          await history.assign(history.document(uid)!, history.now());
        }
        for (const one of steps) await step(history, one);
        const inline = await rowsOf(db.owner, 'read', history.org);
        await rebuild({ pool: db.owner, org: history.org, schema: 'scratch' });
        expect(await rowsOf(db.owner, 'scratch', history.org)).toEqual(inline);
        for (const table of readTables) reached.set(table, (reached.get(table) ?? 0) + inline[table]!.length);
      }),
      { numRuns: howMany({ day: 3, long: 10 }) },
    );
    // The generator really reaches every table, if not in a few histories.
    if (isLongSuite) expect(readTables.filter((table) => !reached.get(table))).toEqual([]);
  });

  test('up to a past position shows the read models as they were then', async () => {
    const history = await History.begin(ledger);
    const steps = fc.sample(choices, { seed: 7, numRuns: 2 });
    for (const one of steps[0]!) await step(history, one);
    const position = history.position;
    const then = await rowsOf(db.owner, 'read', history.org);
    for (const one of steps[1]!) await step(history, one);
    await rebuild({ pool: db.owner, org: history.org, schema: 'past', upTo: position });
    expect(await rowsOf(db.owner, 'past', history.org)).toEqual(then);
  });

  test('puts changed, missing and extra rows right in place, and leaves the rest alone', async () => {
    const history = await History.begin(ledger);
    const uid = await history.createDocument(1);
    await history.createDocument(2);
    const before = await rowsOf(db.owner, 'read', history.org);
    await db.owner.query(`update read.document set name = 'Forged' where uid = $1`, [uid]);
    await db.owner.query('delete from read.user_account where org_id = $1', [history.org]);
    await db.owner.query(
      'insert into read.department (org_id, uid, name, created_at) values ($1, gen_random_uuid(), $2, now())',
      [history.org, 'Ghosts'],
    );
    const [result] = await rebuild({ pool: db.owner, org: history.org });
    expect(await rowsOf(db.owner, 'read', history.org)).toEqual(before);
    expect(result).toMatchObject({ org: history.org, position: String(history.position), written: 6, removed: 2 });
    const [again] = await rebuild({ pool: db.owner, org: history.org });
    expect(again).toMatchObject({ written: 0, removed: 0 });
  });

  test('brings back emptied tables of every organisation', async () => {
    const history = await History.begin(ledger);
    const before = await rowsOf(db.owner, 'read', history.org);
    await db.owner.query(`truncate ${readTables.map((table) => `read.${table}`).join(', ')}`);
    const all = await rebuild({ pool: db.owner });
    expect(all.map(({ org }) => org)).toContain(history.org);
    expect(await rowsOf(db.owner, 'read', history.org)).toEqual(before);
    expect((await check({ pool: db.owner })).filter(({ count }) => count > 0)).toEqual([]);
  });

  test('into a schema of its own holds every organisation, each table with its key', async () => {
    const histories = [await History.begin(ledger), await History.begin(ledger)];
    for (const history of histories) await history.createDocument(1);
    const all = await rebuild({ pool: db.owner, schema: 'every' });
    for (const history of histories) {
      const live = await rowsOf(db.owner, 'read', history.org);
      expect(await rowsOf(db.owner, 'every', history.org)).toEqual(live);
      const { position, rows } = all.find(({ org }) => org === history.org)!;
      expect(position).toBe(String(history.position));
      expect(rows.document).toBe(live.document!.length);
    }
    const { rowCount } = await db.owner.query(
      `select from pg_constraint where connamespace = 'every'::regnamespace and contype = 'p'`,
    );
    expect(rowCount).toBe(readTables.length);
  });

  test('loses nothing that is recorded meanwhile', async () => {
    const history = await History.begin(ledger);
    for (let number = 0; number < 30; number++) await history.createDocument(number);
    await db.owner.query('delete from read.document where org_id = $1', [history.org]);
    await db.owner.query(`update read.user_account set last_name = 'X' where org_id = $1`, [history.org]);
    let done = false;
    const appends = (async () => {
      let number = 100;
      while (!done) {
        const uid = await history.createDocument(number++);
        await somethingAbout(history, uid, number, number);
        await somethingWith(history, [...history.people.keys()][number % 5]!, number, 0);
      }
      return number - 100;
    })();
    for (let round = 0; round < 3; round++) await rebuild({ pool: db.owner, org: history.org });
    const [checkedMeanwhile] = await check({ pool: db.owner, org: history.org });
    done = true;
    expect(await appends).toBeGreaterThan(0);
    expect(checkedMeanwhile).toMatchObject({ count: 0 });
    expect((await check({ pool: db.owner, org: history.org }))[0]).toMatchObject({
      count: 0,
      position: String(history.position),
    });
    const live = [...history.documents.keys()].filter((uid) => history.document(uid));
    expect((await rowsOf(db.owner, 'read', history.org)).document).toHaveLength(live.length);
  });

  test('folds the read models that are asked for and leaves the others alone', async () => {
    const history = await History.begin(ledger);
    for (const one of fc.sample(choices, { seed: 23, numRuns: 1 })[0]!) await step(history, one);
    const before = await rowsOf(db.owner, 'read', history.org);
    const chosen = Selection.owning(['document', 'training_record']);
    const [aside] = await rebuild({ pool: db.owner, org: history.org, schema: 'chosen', selection: chosen });
    const { rows } = await db.owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'chosen'::regnamespace and relkind = 'r' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['document', 'training_record']);
    for (const table of chosen.tables) {
      const { rows: made } = await db.owner.query<{ row: string }>(
        `select t::text as row from chosen."${table}" t order by 1`,
      );
      expect(made.map(({ row }) => row)).toEqual(before[table]);
    }
    expect(aside!.rows).toEqual({ document: before.document!.length, training_record: before.training_record!.length });

    await db.owner.query(`update read.document set name = 'Forged ' || uid where org_id = $1`, [history.org]);
    await db.owner.query(`update read.user_account set last_name = 'Forged' where org_id = $1`, [history.org]);
    const people = await rowsOf(db.owner, 'read', history.org);
    const [found] = await check({ pool: db.owner, org: history.org, selection: chosen });
    expect(found!.tables.map(({ table, count }) => [table, count])).toEqual([
      ['document', before.document!.length],
      ['training_record', 0],
    ]);
    await rebuild({ pool: db.owner, org: history.org, selection: chosen });
    expect(await rowsOf(db.owner, 'read', history.org)).toEqual({ ...people, document: before.document });
  });

  test('refuses to put the past into the read models in use', async () => {
    await expect(rebuild({ pool: db.owner, upTo: 3n })).rejects.toThrow(TypeError);
  });
});
