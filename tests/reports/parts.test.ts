import { afterAll, beforeAll, expect, it } from 'vitest';
import { previewDocuments, previewMatrix, previewRows, previewTable } from '#app/reports/making/preview.ts';
import { everyRow } from '#app/kit/query/paging.ts';
import { matrixRows, readMatrixDocuments, readMatrixPart, type MatrixPerson } from '#app/reports/queries/matrix.ts';
import { placesByRate, readMatrixRates } from '#app/reports/queries/matrix-rates.ts';
import { reportFilters, type ReportFilters } from '#app/reports/queries/names.ts';
import { countRecords, partOfRecords, streamRecords, type RecordRow } from '#app/reports/queries/records.ts';
import { latestSource, type Source } from '#app/reports/queries/source.ts';
import { rateOf } from '#events/training/record.ts';
import { openSetup, type Setup } from '#tests/support/scenario-setup.ts';
import { sop } from '#tests/support/organisation.ts';

let setup: Setup;
/** Every filter of reports, and none. */
let choices: ReportFilters[];

beforeAll(async () => {
  setup = await openSetup();
  const { org } = setup.ours.world;
  const { owner } = setup.db;
  // Random records of everybody and every version: signed, signed again, open again, cancelled.
  await owner.query('select setseed(0.5)');
  await owner.query(
    `insert into read.training_record (org_id, uid, user_uid, document_uid, version, status, assigned_because,
     assigned_at,
                                       assigned_position, changed_at, due_at, signed_at, signer_name, meaning)
     select v.org_id, gen_random_uuid(), u.uid, v.document_uid, v.version, s.status, 'retraining', now(), 1, now(),
            now() + (random() - 0.5) * interval '40 days',
            case when s.status = 'COMPLETED' then now() - random() * interval '90 days' end, u.full_name,
            'read_and_understood'
     from read.user_account u join read.document_version v on v.org_id = u.org_id
     cross join (values ('OPEN'), ('COMPLETED'), ('COMPLETED'), ('CANCELLED')) s(status)
     where u.org_id = $1 and random() < 0.5 and (s.status <> 'OPEN' or u.status <> 'INACTIVE')
     on conflict do nothing`,
    [org],
  );
  const all = async (query: string) => [
    undefined,
    ...(await owner.query<{ value: string }>(query, [org])).rows.map(({ value }) => value),
  ];
  const departments = await all('select uid as value from read.department where org_id = $1');
  const areas = await all('select name as value from read.functional_area where org_id = $1');
  const people = await all('select uid as value from read.user_account where org_id = $1');
  choices = departments.flatMap((department) =>
    areas.flatMap((area) =>
      people.flatMap((person) => [false, true].map((gaps) => reportFilters.parse({ department, area, person, gaps }))),
    ),
  );
});

afterAll(() => setup.close());

const read = <T>(work: (source: Source) => Promise<T>): Promise<T> =>
  setup.services.database.read(setup.ours.world.org, async (db) => work(await latestSource(db, setup.ours.world.org)));

async function listed<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

it(
  'the pages of training records are their list, and what they come to is what it holds, whatever they are narrowed to',
  () =>
    read(async (source) => {
      let compared = 0;
      for (const filters of choices) {
        const whole = await listed(streamRecords(source, filters));
        const counts = await countRecords(source, filters);
        const holds = (of: (row: RecordRow) => boolean) => whole.filter(of).length;
        expect(counts.totals).toEqual({
          records: whole.length,
          signed: holds(({ status }) => status === 'COMPLETED'),
          open: holds(({ status }) => status === 'OPEN'),
          overdue: holds(({ overdue }) => overdue),
        });
        const limit = 7;
        const last = Math.max(0, Math.ceil(whole.length / limit) - 1) * limit;
        for (const offset of new Set([0, Math.min(last, limit), last]))
          expect(await listed(streamRecords(source, filters, partOfRecords(counts, { offset, limit })))).toEqual(
            whole.slice(offset, offset + limit),
          );
        compared += whole.length;
      }
      expect(compared).toBeGreaterThan(500);
    }),
  120_000,
);

it(
  'a part of the matrix has its words, and its rate is that of all its rows, whatever it is narrowed to',
  () =>
    read(async (source) => {
      let compared = 0;
      for (const filters of choices) {
        const documents = await readMatrixDocuments(source, filters);
        const { rows: whole } = await matrixRows(source, filters, documents).execute(source.db);
        const across = { offset: Math.min(1, documents.length), limit: 2 };
        const part = await readMatrixPart(source, filters, documents, { people: { offset: 1, limit: 2 }, across });
        const words = (cells: string) => (cells === '' && documents.length === 0 ? [] : cells.split(','));
        expect(
          part.map(({ records, ...person }) => (records.length === words(person.cells).length ? person : records)),
        ).toEqual(
          whole.slice(1, 3).map((person) => ({
            ...person,
            cells: words(person.cells)
              .slice(across.offset, across.offset + across.limit)
              .join(','),
          })),
        );
        for (const [index, { uid, cells, records }] of part.entries())
          expect(records.map((record) => record !== '').join(), `${uid} ${index}`).toBe(
            words(cells)
              .map((word) => word !== '')
              .join(),
          );
        const trained = ({ signed, due, overdue }: MatrixPerson) =>
          signed + due + overdue === 0 ? Infinity : signed / (signed + due + overdue);
        const everybody = { offset: 0, limit: 100 };
        const byRate = await readMatrixPart(source, filters, documents, { people: everybody, across, byRate: 'asc' });
        const rates = byRate.map(trained);
        expect(rates).toEqual(rates.toSorted((a, b) => a - b));
        expect(byRate.map(({ uid }) => uid).toSorted()).toEqual(whole.map(({ uid }) => uid).toSorted());
        const sum = (of: 'signed' | 'due' | 'overdue') => whole.reduce((count, person) => count + person[of], 0);
        const open = sum('due') + sum('overdue');
        const { all } = await readMatrixRates(source, filters, { documents, all: documents });
        const ranked = await placesByRate(source, filters, documents, 'desc');
        const { documents: ranks } = await readMatrixRates(source, filters, { documents: ranked, all: documents });
        expect(ranks).toEqual(ranks.toSorted((a, b) => (b ?? -1) - (a ?? -1)));
        expect(all).toBe(rateOf({ completed: sum('signed'), open }));
        compared += sum('signed') + open;
      }
      expect(compared).toBeGreaterThan(100);
    }),
  120_000,
);

it('counts the filtered rows of a list of documents or people', async () => {
  const viewer = await setup.viewer(setup.ours.admin);
  const totals = new Set<number>();
  for (const filters of choices)
    for (const name of ['table-of-contents', 'active-users', 'all-users'] as const) {
      const table = await previewTable(setup.services, viewer, { name, filters, position: null }, 1);
      if (!table.ok) throw new Error('There is no such report');
      expect(table.value.total).toBe(table.value.rows.length);
      totals.add(table.value.total);
    }
  expect(totals.size).toBeGreaterThan(3);
  const filters = reportFilters.parse({});
  const request = { name: 'organization-training', filters, position: null } as const;
  const whole = await previewTable(setup.services, viewer, request, everyRow);
  if (!whole.ok) throw new Error('There is no such report');
  expect(whole.value.rows.length, 'all rows, to be printed').toBe(whole.value.total);
  expect(whole.value.total).toBeGreaterThan(previewRows);
});

it('counts again after somebody has signed', async () => {
  const { admin, author, approver: other, employee, world } = setup.ours;
  const document = await world.create(author, { ...sop('901'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  const viewer = await setup.viewer(admin);
  const filters = reportFilters.parse({ person: employee.uid });
  const ask = async () => {
    const table = await previewTable(
      setup.services,
      viewer,
      { name: 'organization-training', filters, position: null },
      1,
    );
    const matrix = await previewMatrix(
      setup.services,
      viewer,
      { name: 'training-matrix', filters, position: null },
      { page: 1, across: 1 },
    );
    if (!table.ok || !matrix.ok) throw new Error('There is no such report');
    expect(matrix.value.documents.length).toBeLessThanOrEqual(previewDocuments);
    return { summary: table.value.summary, signed: matrix.value.people[0]!.signed, rate: matrix.value.rates.all };
  };
  const before = await ask();
  expect(await ask()).toEqual(before);
  await world.train(employee, document);
  const after = await ask();
  expect(after.signed).toBe(before.signed + 1);
  expect(after.rate).toBeGreaterThan(before.rate!);
  expect(after.summary).not.toBe(before.summary);
});
