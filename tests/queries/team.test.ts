import { expect, it } from 'vitest';
import { getMember } from '#app/queries/user/get-member.ts';
import { listTeam } from '#app/queries/user/list-team.ts';
import { organisation, somebody, sop } from '#tests/commands/organisation.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answer } from './asking.ts';

it('The team by role holds a SUPER_ADMIN among the admins', async () => {
  const db = await testDatabase();
  const org = await organisation({ db });
  const { world, admin, author } = org;
  await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
  await db.owner.query(`update read.user_account set role = 'SUPER_ADMIN' where uid = $1`, [author.uid]);
  const { members } = await answer(org, admin, listTeam, {
    show: 'active',
    department: null,
    sort: 'role',
    order: 'asc',
    page: 1,
  });
  expect(members.map(({ name }) => name)).toEqual([
    'Ines Okafor',
    'Priya Raman',
    'Tomasz Wieczorek',
    'Marit Solheim',
    'Hana Kobayashi',
  ]);
});

it('A person’s page names the approvals and counts the training that wait, and nothing that is done', async () => {
  const org = await organisation();
  const { world, admin, author, other } = org;
  const signed = await world.create(other, { ...sop('001'), approvers: [author] });
  await world.sign(author, signed);
  await world.publishNow(signed, ['Quality']);
  const waits = await world.create(other, { ...sop('002', 'Cleaning'), approvers: [author] });
  const standing = async () => {
    const { openApprovals, openTraining } = await answer(org, admin, getMember, { user: author.uid });
    return { openApprovals, openTraining };
  };
  const openApprovals = [{ document: waits, name: 'Cleaning' }];
  expect(await standing()).toEqual({ openApprovals, openTraining: 1 });
  await world.train(author, signed);
  expect(await standing()).toEqual({ openApprovals, openTraining: 0 });
});
