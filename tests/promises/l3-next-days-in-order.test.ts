import { expect, it } from 'vitest';
import { nextDays } from '#app/home/queries/next-days.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { answer } from '#tests/support/asking.ts';
import { inDays, organisation, revision, sop } from '#tests/support/organisation.ts';

it('L3, by changing people: two versions due at one moment stand in the order of their numbers', async () => {
  const org = await organisation();
  const { world, db, admin, author, other, employee } = org;
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Laboratory']);
  await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other]));
  await world.sign(other, document);
  await world.publish(document, ['Laboratory'], inDays(5));
  const { uid: user, firstName, lastName, role } = employee;
  const departments = world.uidsOf(['Laboratory']);
  await world.act(admin, editUser, { user, firstName, lastName, role, departments });
  const versions = async () => (await answer(org, employee, nextDays, {})).items.map(({ version }) => version);
  expect(await versions()).toEqual(['1.0', '2.0']);
  // Wherever the database keeps the two rows: the one that is written last is found last.
  for (const version of ['2.0', '1.0']) {
    await db.owner.query('create table moved as select * from read.training_record where version = $1', [version]);
    await db.owner.query('delete from read.training_record where version = $1', [version]);
    await db.owner.query('insert into read.training_record select * from moved');
    await db.owner.query('drop table moved');
    // Another event, so that the answer is read anew.
    await world.department(`Department ${version}`);
    expect(await versions()).toEqual(['1.0', '2.0']);
  }
});
