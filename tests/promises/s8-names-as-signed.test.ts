import { expect, it } from 'vitest';
import { toTrainingRecord } from '#app/training/calls/training-record-entity.ts';
import { listWholeRecords } from '#app/training/queries/full-records.ts';
import { answer } from '#tests/support/asking.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { streamMethods } from '#app/reports/queries/methods.ts';
import { latestSource } from '#app/reports/queries/source.ts';
import { streamApprovals } from '#app/reports/queries/step-approvals.ts';
import { organisation, sop } from '#tests/support/organisation.ts';

it('S8 by report: a signature stands under the name that it was made with, after the person is renamed', async () => {
  const { world, services, admin, author, other } = await organisation();
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  const renamed = { user: other.uid, firstName: 'Marit', lastName: 'Berg', role: 'AUTHOR' };
  await world.act(admin, editUser, { ...renamed, departments: world.uidsOf(['Laboratory']) });
  const names = await services.database.read(world.org, async (db) => {
    const source = await latestSource(db, world.org);
    const found: string[] = [];
    for await (const row of streamMethods(source, 'signatures-by-assurance', {})) found.push(row.name);
    for await (const row of streamApprovals(source, 'approval-times', {})) found.push(row.approver);
    return found;
  });
  expect(names).toEqual(['Marit Solheim', 'Marit Solheim']);
});

it('S8 by call: a training record names its signer as then', async () => {
  const org = await organisation();
  const { world, admin, author, other, employee } = org;
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  const [open] = await answer(org, employee, listWholeRecords, { user: employee.uid }).then(({ records }) => records);
  expect(toTrainingRecord(open!)).toMatchObject({ signer: null });
  await world.train(employee, document);
  const { firstName, lastName } = employee;
  const renamed = { user: employee.uid, firstName, lastName: 'Berg', role: 'EMPLOYEE' };
  await world.act(admin, editUser, { ...renamed, departments: world.uidsOf(['Quality']) });
  const [signed] = await answer(org, employee, listWholeRecords, { user: employee.uid }).then(({ records }) => records);
  expect(toTrainingRecord(signed!)).toMatchObject({
    user: { lastName: 'Berg' },
    signer: { uid: employee.uid, name: `${firstName} ${lastName}` },
  });
});
