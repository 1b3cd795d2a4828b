import { expect, it } from 'vitest';
import { removeApprover } from '#app/documents/commands/approvers.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { ownNotifications } from '#app/notifications/queries/notifications.ts';
import { notify } from '#app/notifications/delivery/notify.ts';
import { inDays, organisation, published, sop, type Organisation } from '#tests/support/organisation.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { answer } from '#tests/support/asking.ts';

/** Lists a notification that leads to this path. */
const tell = ({ services, world }: Organisation, { uid: to }: Person, path: string) =>
  notify(services, {
    org: world.org,
    to,
    key: services.newId(),
    template: 'approval-wanted',
    isNews: false,
    email: { subject: path, preview: 'Asked.', action: { url: `${services.config.publicUrl}${path}` } },
  });

const first = async (org: Organisation, person: Person) =>
  (await answer(org, person, ownNotifications, { page: 1 })).notifications[0];

it('by screen: a notice leads to an approval while it is open, and not once it is withdrawn', async () => {
  const org = await organisation();
  const { world, services, author, other, admin } = org;
  const document = await world.create(author, { ...sop('001'), approvers: [other, admin] });
  await tell(org, other, `/dashboard/approve/${document}`);
  expect(await first(org, other)).toMatchObject({ path: `/dashboard/approve/${document}`, over: false });
  const { uid: approval } = await services.database.read(world.org, (db) =>
    db.selectFrom('read.approval').select('uid').where('user_uid', '=', other.uid).executeTakeFirstOrThrow(),
  );
  await world.act(author, removeApprover, { document, approval });
  expect(await first(org, other)).toMatchObject({ path: null, over: true });
});

it('by screen: to training while it is open, and not once it is signed or the document retired', async () => {
  const org = await organisation();
  const { world, services, author, employee, admin } = org;
  const document = await published(org, '002', inDays(9));
  const rows = await services.database.read(world.org, (db) =>
    db.selectFrom('read.training_record').select(['uid', 'user_uid']).where('document_uid', '=', document).execute(),
  );
  for (const person of [employee, author])
    await tell(org, person, `/dashboard/review/${rows.find(({ user_uid: user }) => user === person.uid)?.uid}`);
  for (const person of [employee, author]) expect(await first(org, person)).toMatchObject({ over: false });
  await world.train(employee, document);
  expect(await first(org, employee)).toMatchObject({ path: null, over: true });
  await world.act(admin, retireDocument, { document, reason: 'Replaced.' });
  expect(await first(org, author)).toMatchObject({ path: null, over: true });
});
