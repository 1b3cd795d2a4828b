import { expect, it } from 'vitest';
import { defineRoute } from '#app/approval-routes/commands/manage.ts';
import { revisePrepared } from '#app/documents/commands/prepared.ts';
import { organisation, revision, somebody, sop } from '#tests/support/organisation.ts';

const step = { meaning: 'approved', who: { kind: 'named_by_owner' }, howMany: 'all', days: 5 };
const definition = {
  name: 'Procedures',
  types: ['SOP'],
  areas: [],
  steps: [
    { ...step, name: 'Review', meaning: 'reviewed' },
    { ...step, name: 'Approval' },
  ],
  separation: 'strict',
  samePerson: false,
};

it('W2 by revision: after a rejection everybody who was asked is asked again, each in their own step', async () => {
  const org = await organisation();
  const { world, services, admin, author, other } = org;
  const third = await world.join(somebody('Priya', 'Raman', 'AUTHOR'), ['Quality']);
  await world.act(admin, defineRoute, { definition });
  const places = [`1.${other.uid}`, `2.${third.uid}`, `2.${admin.uid}`];
  const document = await world.create(author, { ...sop('001'), steps: places } as never);
  await world.sign(other, document, 'Step 3 is missing.');
  const { document: _, approvers: __, ...next } = await revision(org, document, author, '2.0', []);
  const { type, functionalArea, docNum } = sop('001');
  await world.act(author, revisePrepared, { document, revision: { ...next, type, functionalArea, docNum } });
  const asked = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.approval')
      .select(['user_uid', 'step'])
      .where('document_uid', '=', document)
      .where('version', '=', '2.0')
      .execute(),
  );
  expect(asked.map(({ user_uid: user, step: at }) => `${at}.${user}`).toSorted()).toEqual(places.toSorted());
});
