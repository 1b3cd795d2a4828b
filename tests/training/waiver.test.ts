import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { previewTraining } from '#app/documents/commands/preview-training.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { trainingCounts } from '#app/documents/queries/training-rate.ts';
import { check } from '#projections/rebuild/check.ts';
import { becomeEffective } from '#app/documents/commands/become-effective.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { reportFilters } from '#app/reports/queries/names.ts';
import { withSource } from '#app/reports/queries/source.ts';
import { makeReport } from '#app/reports/making/make-report.ts';
import { previewMatrix } from '#app/reports/making/preview.ts';
import { shownMatrix } from '#app/reports/screens/matrix-view.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { asViewer } from '#tests/support/asking.ts';
import { readCsv } from '#tests/support/files/csv-text.ts';
import { readPdf } from '#tests/support/files/pdf-text.ts';
import {
  inDays,
  organisation,
  revision,
  somebody,
  sop,
  trainingOf,
  type Organisation,
} from '#tests/support/organisation.ts';

const rateOf = ({ services, world }: Organisation, document: string) =>
  services.database.read(world.org, async (db) => (await trainingCounts(db, [document])).get(document));

/** Version 2.0, approved. */
async function revised(org: Organisation, document: string, version: string): Promise<void> {
  await org.world.act(org.author, reviseDocument, await revision(org, document, org.author, version, [org.other]));
  await org.world.sign(org.other, document);
}

it('waived training carries signatures over, keeps open training and assigns newcomers [P11-10i1]', async () => {
  const org = await organisation();
  const { world, author, other, employee, admin } = org;
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  await world.train(employee, document);
  const [open] = (await trainingOf(org, document)).filter(({ status }) => status === 'OPEN');
  expect(open).toMatchObject({ user_uid: author.uid, version: '1.0' });
  await world.department('Logistics');
  const newcomer = await world.join(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Logistics']);
  await revised(org, document, '2.0');
  const effectiveAt = inDays(30);
  const departments = world.uidsOf(['Quality', 'Laboratory']);
  const asked = { document, departments, effectiveAt, waiveTraining: true };
  expect(await world.attempt(admin, previewTraining, asked)).toMatchObject({
    value: { waived: true, carried: 1, stayOpen: 1, assigned: 2, cancelled: 0 },
  });
  await world.publish(document, ['Quality', 'Laboratory'], effectiveAt, { waiveTraining: true });
  const second = (await trainingOf(org, document)).filter(({ version }) => version === '2.0');
  expect(second).toHaveLength(3);
  expect(second).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ user_uid: employee.uid, status: 'COMPLETED' }),
      expect.objectContaining({ user_uid: author.uid, status: 'OPEN', due_at: open!.due_at }),
      expect.objectContaining({ user_uid: other.uid, status: 'OPEN' }),
    ]),
  );
  expect(await rateOf(org, document)).toEqual({ assigned: 3, completed: 1, rate: 33, labelRate: 100 });
  const later = await world.join(somebody('Ada', 'Sato', 'EMPLOYEE'), ['Quality']);
  const people = (await trainingOf(org, document)).filter(({ version }) => version === '2.0');
  expect(people.map(({ user_uid }) => user_uid)).toContain(later.uid);
  expect(people.map(({ user_uid }) => user_uid)).not.toContain(newcomer.uid);
  expect(await check({ pool: org.db.owner, org: world.org })).toMatchObject([{ count: 0 }]);
});

it('carries over to the departments of the publication alone, in the matrix, CSV and PDF', async () => {
  const org = await organisation();
  const { world, author, other, employee, admin } = org;
  const [moved, late] = [
    await world.join(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality']),
    await world.join(somebody('Ada', 'Sato', 'EMPLOYEE'), ['Quality']),
  ];
  const document = await world.create(author, { ...sop('003'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  for (const person of [employee, moved]) await world.train(person, document);
  // One left the department, another signs after the waived version was published for another department.
  const move = { user: moved.uid, ...moved, departments: world.uidsOf(['Laboratory']), reason: 'Moved.' };
  await world.act(admin, editUser, move);
  await revised(org, document, '2.0');
  const effectiveAt = new Date(Date.parse(org.services.now()) + 86_400_000).toISOString();
  await world.publish(document, ['Laboratory'], effectiveAt, { waiveTraining: true });
  await world.train(late, document);
  org.services.clock.now = inDays(2);
  await becomeEffective(org.services, world.org, document);
  const carried = (await trainingOf(org, document)).filter(({ version }) => version === '2.0');
  expect(
    carried
      .filter(({ status }) => status === 'COMPLETED')
      .map(({ user_uid: user }) => user)
      .sort(),
  ).toEqual([moved.uid]);
  const viewer = await asViewer(org.services, admin);
  const request = { name: 'training-matrix', filters: reportFilters.parse({}), position: null } as const;
  const matrix = accepted(await previewMatrix(org.services, viewer, request, { page: 1, across: 1 }), 'matrix');
  const rowOf = (name: string) =>
    shownMatrix(matrix, { ...request, format: 'pdf', mark: false }).people.find((row) => row.name === name);
  expect(rowOf('Noor Haddad')).toMatchObject({ marks: [{ state: 'signed', carriedFrom: '1.0' }] });
  // They are not asked any more, whether they had signed or not: a dash.
  for (const name of ['Hana Kobayashi', 'Ada Sato', 'Tomasz Wieczorek'])
    expect(rowOf(name)).toMatchObject({ rate: null, marks: [null] });
  const [csv, pdf] = await Promise.all(
    (['csv', 'pdf'] as const).map(async (format) =>
      accepted(
        await withSource(org.services.database, { org: world.org }, async (source) =>
          buffer(
            accepted(
              await makeReport(
                source,
                { ...request, mark: false, format },
                { madeBy: 'Ines', damage: null, signature: null },
              ),
              'report',
            ).body,
          ),
        ),
        'report',
      ),
    ),
  );
  const rows = readCsv(csv!.toString());
  const cellOf = (name: string) => {
    const row = rows.find((one) => one['Team member'] === name)!;
    return [row['Trained (% of training records)'], row['SOP - QA - 003 Procedure 003 v2.0']];
  };
  expect(cellOf('Noor Haddad')).toEqual([
    '100',
    expect.stringMatching(/^Carried over from 1\.0 signed \d{4}-\d\d-\d\d$/),
  ]);
  expect(cellOf('Tomasz Wieczorek')).toEqual(['', '']);
  const { all } = await readPdf(pdf!);
  expect(all).toMatch(/Noor Haddad 1\.0 100%/);
  expect(all).toMatch(/Tomasz Wieczorek –/);
});

it('waived on a first version asks nobody, now or later, until a version is published with training', async () => {
  const org = await organisation();
  const { world, author, other } = org;
  const document = await world.create(author, { ...sop('002'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality'], { waiveTraining: true });
  await world.join(somebody('Ada', 'Sato', 'EMPLOYEE'), ['Quality']);
  await revised(org, document, '2.0');
  await world.publishNow(document, ['Quality'], { waiveTraining: true });
  expect(await trainingOf(org, document)).toEqual([]);
  await revised(org, document, '3.0');
  await world.publishNow(document, ['Quality']);
  expect(await trainingOf(org, document)).toHaveLength(3);
});
