import { sql, type Kysely } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '#app/adapters/database/schema.ts';
import { reportFilters } from '#app/reports/queries/names.ts';
import { countRecords, partOfRecords, streamRecords } from '#app/reports/queries/records.ts';
import { latestSource } from '#app/reports/queries/source.ts';
import { organisation, sop } from '#tests/support/organisation.ts';

/** How often this connection has looked up whose departments. */
async function looks(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select (seq_scan + idx_scan)::integer as scans from pg_stat_xact_all_tables
    where schemaname = 'read' and relname = 'user_department'`.execute(db);
  return rows[0]?.scans ?? 0;
}

it('reads the departments of each person once, independent of the number of records', async () => {
  const { world, services, author, other } = await organisation();
  for (const docNum of ['001', '002', '003', '004', '005']) {
    const document = await world.create(author, { ...sop(docNum), approvers: [other] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
  }
  await services.database.read(world.org, async (db) => {
    const source = await latestSource(db, world.org);
    const before = await looks(db);
    const last = [];
    const filters = reportFilters.parse({});
    const part = partOfRecords(await countRecords(source, filters), { offset: 9, limit: 50 });
    for await (const row of streamRecords(source, filters, part)) last.push(row);
    expect(last.map(({ personName, docNum, departments }) => [personName, docNum, departments])).toEqual([
      ['Tomasz Wieczorek', '005', ['Quality']],
    ]);
    expect((await looks(db)) - before).toBeLessThanOrEqual(4);
  });
});

it('tells as overdue what is open and past its due date, and counts it', async () => {
  const { world, services, author, other, employee } = await organisation();
  for (const docNum of ['001', '002']) {
    const document = await world.create(author, { ...sop(docNum), approvers: [other] });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    if (docNum === '001') await world.train(employee, document);
  }
  await services.database.read(world.org, async (db) => {
    const source = await latestSource(db, world.org);
    const { dueAt } = await db
      .selectFrom('read.training_record')
      .select(({ fn }) => fn.max('due_at').as('dueAt'))
      .where('user_uid', '=', employee.uid)
      .executeTakeFirstOrThrow();
    const late = { ...source, at: dueAt };
    const rows = [];
    for await (const row of streamRecords(late, reportFilters.parse({}))) rows.push([row.personName, row.overdue]);
    expect(rows).toEqual([
      ['Hana Kobayashi', false],
      ['Hana Kobayashi', false],
      ['Tomasz Wieczorek', true],
      ['Tomasz Wieczorek', false],
    ]);
    const totals = { records: 4, signed: 1, open: 3 };
    expect((await countRecords(late, reportFilters.parse({}))).totals).toEqual({ ...totals, overdue: 1 });
    expect((await countRecords(source, reportFilters.parse({}))).totals).toEqual({ ...totals, overdue: 0 });
  });
});
