import { expect, it, onTestFinished } from 'vitest';
import { pageSize } from '#app/kit/query/page-size.ts';
import { signedRecord } from '#app/training/queries/to-sign.ts';
import { listOpenTraining } from '#app/training/queries/list-open.ts';
import { inDays, organisation, sop } from '#tests/support/organisation.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { answer } from '#tests/support/asking.ts';

it('lists open training by due and effective date, and proposes the first one after a signature', async () => {
  const org = await organisation();
  const { world, author, other, employee } = org;
  const documents = new Map<string, string>();
  for (const [docNum, days] of [
    ['001', 40],
    ['002', 20],
    ['003', 30],
    ['004', 10],
    // Due after the one before it: both are effective within the days that training has.
    ['005', 5],
  ] as const) {
    const document = await world.create(author, { ...sop(docNum), approvers: [other] });
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(days));
    documents.set(docNum, document);
  }
  const { records } = await answer(org, employee, listOpenTraining, { page: 1 });
  expect(records.map(({ docNum }) => docNum)).toEqual(['005', '004', '002', '003', '001']);
  const record = await world.train(employee, documents.get('001')!);
  const { next, waiting } = await answer(org, employee, signedRecord, { record });
  expect([next?.docNum, waiting]).toEqual(['005', 4]);
});

it('One’s open training stands in its order over its pages, in whatever way the database joins', async () => {
  const db = await freshDatabase();
  onTestFinished(() => db.close());
  // Sorted by what it is joined by, as the database joins where there is much.
  for (const way of ['nestloop', 'hashjoin'])
    await db.owner.query(
      `do $$ begin execute format('alter database %I set enable_${way} = off', current_database()); end $$`,
    );
  const org = await organisation({ db });
  const { world, admin, employee } = org;
  const total = pageSize + 2;
  const days = Array.from({ length: total }, (_, index) => 1 + ((index * 7) % total));
  for (const [index, ago] of days.entries()) {
    const docNum = String(index + 1).padStart(3, '0');
    const document = await world.create(admin, { ...sop(docNum, `${ago} days ago`), externallyEffective: true });
    await world.publish(document, ['Quality'], inDays(-ago));
  }
  const first = await answer(org, employee, listOpenTraining, { page: 1 });
  const second = await answer(org, employee, listOpenTraining, { page: 2 });
  const inOrder = days.toSorted((a, b) => b - a).map((ago) => `${ago} days ago`);
  expect([...first.records, ...second.records].map(({ name }) => name)).toEqual(inOrder);
  expect([first.records.length, second.records.length, second.total]).toEqual([pageSize, 2, total]);
  expect(await answer(org, employee, listOpenTraining, { page: 9 }), 'the last page').toEqual(second);
});
