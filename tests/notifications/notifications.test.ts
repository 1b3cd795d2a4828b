import { expect, it } from 'vitest';
import { deliverEmail } from '#app/notifications/delivery/deliver.ts';
import type { EventEmailRequest } from '#app/kit/email/request.ts';
import { remind } from '#app/notifications/jobs/remind.ts';
import { markRead, saveEmailChoice } from '#app/notifications/preferences/notifications.ts';
import { ownNotifications } from '#app/notifications/queries/notifications.ts';
import { morningOf } from '#app/notifications/queries/reminders-digest-moment.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, sop } from '#tests/support/organisation.ts';
import { answer, asViewer } from '#tests/support/asking.ts';
import { organisationWithQueue } from '#tests/support/worker-setup.ts';

it('Admins and owners are notified once of approval and effect: in the list, and by email as each chose', async () => {
  const org = await organisationWithQueue();
  const { world, services, admin, author, other, employee } = org;
  const { database } = services;
  await saveEmailChoice(database, author, 'daily');
  await saveEmailChoice(database, other, 'off');
  await org.work(2);
  const first = await world.create(author, { ...sop('001'), approvers: [other] });
  const second = await world.create(other, { ...sop('002'), approvers: [author] });
  await org.untilIdle();
  await world.sign(other, first);
  await world.sign(author, second);
  await org.untilIdle();
  await world.publishNow(second, ['Laboratory'], { waiveTraining: true });
  const emails = async (person: Person) =>
    (await org.emails()).filter(({ to }) => to?.[0]?.address === person.email).map(({ subject = '' }) => subject);
  const listed = async (person: Person) =>
    (await answer(org, person, ownNotifications, { page: 1 })).notifications.map(({ subject }) => subject);
  // What is assigned comes at once, whatever was chosen.
  expect(await emails(author)).toEqual(['Approval requested: SOP - QA - 002, Procedure 002']);
  expect(await emails(other)).toEqual(['Approval requested: SOP - QA - 001, Procedure 001']);
  expect((await emails(admin)).toSorted()).toEqual([
    'Final approval needed: SOP - QA - 001, Procedure 001',
    'Final approval needed: SOP - QA - 002, Procedure 002',
  ]);
  expect((await listed(other)).toSorted()).toEqual([
    'Approval requested: SOP - QA - 001, Procedure 001',
    'Approved: SOP - QA - 002, Procedure 002',
    'Effective: SOP - QA - 002, Procedure 002',
  ]);
  expect(await listed(employee)).toEqual([]);

  // A job that is repeated adds nothing, also where the person has chosen otherwise meanwhile.
  await saveEmailChoice(database, author, 'at_once');
  const { rows } = await org.db.owner.query<{ key: string; user_uid: string; template: EventEmailRequest['template'] }>(
    'select key, user_uid, template from app.notification',
  );
  for (const { key, user_uid: to, template } of rows)
    await deliverEmail(services, { org: world.org, to, template, position: key.split('/')[0]! });
  expect(await emails(author)).toHaveLength(1);
  expect(await listed(author)).toHaveLength(2);

  // The news of the day comes the next morning, once.
  for (const now of [inDays(2), inDays(2.01)]) await remind({ ...services, now: () => now }, world.org);
  expect((await emails(author)).filter((subject) => subject.startsWith('News from '))).toEqual([
    'News from Northmere Diagnostics: Approved: SOP - QA - 001, Procedure 001',
  ]);
  expect((await emails(other)).some((subject) => subject.startsWith('News from '))).toBe(false);

  // Reading the list is a number that only grows; nobody else's list is read with it.
  const unread = async (person: Person) => (await asViewer(services, person)).unread;
  expect([await unread(admin), await unread(other), await unread(employee)]).toEqual([2, 3, 0]);
  const { latest } = await answer(org, admin, ownNotifications, { page: 1 });
  await markRead(database, admin, latest!);
  await markRead(database, admin, '1');
  expect([await unread(admin), await unread(other)]).toEqual([0, 3]);

  // Another organisation has none of it.
  const stranger = await organisation({ db: org.db });
  expect((await answer(stranger, stranger.admin, ownNotifications, { page: 1 })).total).toBe(0);
});

it('The morning is the organisation’s', () => {
  expect(morningOf('2026-03-12T05:59:00.000Z', 'Europe/Berlin')).toBe('2026-03-11T06:00:00.000Z');
  expect(morningOf('2026-03-12T06:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-12T06:00:00.000Z');
  expect(morningOf('2026-03-29T12:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z');
});
