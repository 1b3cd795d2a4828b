import { expect, it } from 'vitest';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { reactivateUser } from '#app/people/commands/activation.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { readDigest } from '#app/notifications/queries/reminders-digest.ts';
import { approvalsWaiting, digests, trainingEscalated } from '#app/notifications/queries/reminders-due.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, organisation, somebody, sop, type Organisation } from '#tests/support/organisation.ts';
import { codeFor, visit } from '#tests/support/visiting.ts';

const reconfirm = async ({ services }: Organisation, { email, ...person }: Person) => {
  const code = await codeFor(services, { email, ...person }, 'reconfirm');
  return visit(services, confirmAccount, { email, code, newPassword: 'quarry-lattice-77-moss' });
};

it('a reactivated approver gets reminders and digests once the account is reconfirmed', async () => {
  const org = await organisation();
  const { world, services, admin, author, other } = org;
  await world.create(author, { ...sop('001'), approvers: [other] });
  await world.act(admin, deactivateUser, { user: other.uid });
  await world.act(admin, reactivateUser, { user: other.uid });
  const week = { at: inDays(1), week: inDays(0) };
  const due = () =>
    services.database.read(world.org, async (db) => ({
      approvals: (await approvalsWaiting(db, inDays(8), 7)).flatMap(({ recipients }) => recipients),
      digest: (await digests(db, week)).some(({ about }) => about === other.uid),
    }));
  expect(await due()).toEqual({ approvals: [], digest: false });
  await reconfirm(org, other);
  expect(await due()).toEqual({ approvals: [other.uid], digest: true });
});

it('overdue training goes to another admin where the department’s admin is deactivated', async () => {
  const { world, services, admin, author, other } = await organisation();
  const gone = await world.join(somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
  const document = await world.create(author, { ...sop('001'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Quality']);
  const due = async () => {
    const matters = await services.database.read(world.org, (db) => trainingEscalated(db, inDays(30), 7));
    return [...new Set(matters.flatMap(({ recipients }) => recipients))];
  };
  expect(await due()).toContain(gone.uid);
  await world.act(admin, deactivateUser, { user: gone.uid });
  expect(await due()).toEqual([admin.uid]);
});

it('the digest lists training by due date with its overdue count, and no document cards for an Employee', async () => {
  const { world, services, admin, author, other } = await organisation();
  const published = async (docNum: string, days: number) => {
    const document = await world.create(other, { ...sop(docNum), approvers: [author] });
    await world.sign(author, document);
    await world.publish(document, ['Quality'], inDays(days));
  };
  for (const [docNum, days] of [
    ['001', 40],
    ['002', 20],
    ['003', 30],
  ] as const)
    await published(docNum, days);
  await world.create(author, { ...sop('004'), send: false });
  const digest = (role: 'AUTHOR' | 'EMPLOYEE' | 'ADMIN', uid = author.uid) =>
    services.database.read(world.org, (db) =>
      readDigest(db, { uid, role, timeZone: 'UTC', settings: defaultSettings }, inDays(25)),
    );
  const { training, cards } = await digest('AUTHOR');
  expect(training.items.map(({ document }) => document.number.slice(-3))).toEqual(['002', '003', '001']);
  expect([training.total, training.overdue, cards.drafts.total]).toEqual([3, 1, 1]);
  expect((await digest('ADMIN', admin.uid)).overdue).toEqual([{ department: 'Quality', records: 2 }]);
  const departments = world.uidsOf(['Quality']);
  await world.act(admin, editUser, { ...author, user: author.uid, role: 'EMPLOYEE', departments });
  expect((await digest('EMPLOYEE')).cards.drafts.total).toBe(0);
});
