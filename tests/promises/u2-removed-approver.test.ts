import { expect, it } from 'vitest';
import { removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { ownNotifications } from '#app/notifications/queries/notifications.ts';
import { answer } from '#tests/support/asking.ts';
import { inReview } from '#tests/support/in-review.ts';
import { revision } from '#tests/support/organisation.ts';
import { organisationWithQueue, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';

const subject = 'Approval no longer needed: ';

/** What a person is sent by email about approvals that are no longer asked for. */
const messagesTo = async (org: OrganisationWithQueue, person: Person) =>
  (await org.emails())
    .filter((email) => email.to?.[0]?.address === person.email && email.subject?.startsWith(subject))
    .map(({ text }) => text?.replaceAll(/\s+/g, ' ') ?? '');

it('by call: an approver who is removed or replaced gets an email and a notice, with the reason', async () => {
  const org = await organisationWithQueue();
  const { world, author, admin, other } = org;
  await org.work();
  const removed = await inReview(org, '001', [other, admin]);
  await world.act(author, removeApprover, {
    document: removed.document,
    approval: removed.approvalOf(other),
    reason: 'Marit has left the project.',
  });
  const replaced = await inReview(org, '002', [other]);
  await world.act(admin, replaceApprover, {
    document: replaced.document,
    approval: replaced.approvalOf(other),
    user: author.uid,
    reason: 'On leave.',
  });
  const messages = await messagesTo(org, other);
  expect(messages).toHaveLength(2);
  expect(messages[0]).toContain('removed you as an approver of version 1.0');
  expect(messages[0]).toContain('Marit has left the project.');
  expect(messages[1]).toContain('asked somebody else to approve version 1.0 in your place');
  const { notifications } = await answer(org, other, ownNotifications, { page: 1 });
  expect(notifications.filter(({ subject: one }) => one.startsWith(subject))).toHaveLength(2);
});

it('by revision: whom the new version does not ask gets an email, and whom it asks again none', async () => {
  const org = await organisationWithQueue();
  const { world, author, admin, other } = org;
  await org.work();
  const { document } = await inReview(org, '001', [other, admin]);
  await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [admin]));
  expect(await messagesTo(org, other)).toHaveLength(1);
  expect(await messagesTo(org, admin)).toEqual([]);
});
