import { expect, it } from 'vitest';
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
