import { expect, it } from 'vitest';
import { previewTraining } from '#app/commands/document/preview-training.ts';
import { reviseDocument } from '#app/commands/document/revise.ts';
import { trainingCounts } from '#app/queries/document/training-rate.ts';
import { check } from '#projections/check.ts';
import { testDatabase } from '#tests/support/database.ts';
import { inDays, organisation, revision, somebody, sop, trainingOf, type Organisation } from './organisation.ts';

const rateOf = ({ services, world }: Organisation, document: string) =>
  services.database.read(world.org, async (db) => (await trainingCounts(db, [document])).get(document));

/** Version 2.0, approved. */
async function revised(org: Organisation, document: string, version: string): Promise<void> {
  await org.world.act(org.author, reviseDocument, await revision(org, document, org.author, version, [org.other]));
  await org.world.sign(org.other, document);
}

it('waived training carries signatures over, keeps open training with its date and assigns newcomers [P11-10i]', async () => {
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
  const { owner } = await testDatabase();
  expect(await check({ pool: owner, org: world.org })).toMatchObject([{ count: 0 }]);
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
