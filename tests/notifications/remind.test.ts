import { describe, expect, it } from 'vitest';
import { confirmAccount } from '#app/sign-in/commands/confirm.ts';
import { replaceApprover } from '#app/documents/commands/approvers.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { remindJob } from '#app/notifications/jobs/remind.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { inDays, rowOf, somebody, sop } from '#tests/support/organisation.ts';
import { codeFor, visit } from '#tests/support/visiting.ts';
import { hours, inForce, join, known, mondayAfter, nameOf, setUp, silent } from './reminder-setup.ts';

describe('a training reminder', () => {
  it('sends one reminder before and one after its due date, then one to the department’s admins', async () => {
    const { org, peer, set, look } = await setUp();
    const { world, author, employee } = org;
    await join(org, somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    const reminders = { ...silent, beforeDue: true, afterDue: true, escalation: true };
    await set(reminders);
    const document = await inForce(org, '001', ['Quality']);
    await org.work(2);
    await org.untilIdle();
    peer.received.splice(0);

    // Assigned within the days of the reminder, which their first email announced.
    await set(reminders, { reminderDays: 20 });
    expect(await look(inDays(1))).toEqual([]);
    await set(reminders);
    expect(await look(inDays(10))).toEqual([]);
    const due = (await org.services.database.read(world.org, (db) =>
      db.selectFrom('read.training_record').select('due_at').executeTakeFirstOrThrow(),
    ))!.due_at;
    org.services.clock.now = inDays(12);
    await remindJob.run({}, org.services);
    await org.untilIdle();
    const [email] = peer.received.filter(({ envelope }) => envelope[0] === employee.email);
    expect(email?.subject).toMatch(/^Due on \d\d \w{3} \d{4}: SOP - QA - 001, Procedure 001$/);
    for (const part of [email?.text, email?.html]) expect(part).toMatch(/\/dashboard\/review\/[0-9a-f-]{36}/);
    expect(peer.received.splice(0)).toHaveLength(3);

    await set(reminders, { reminderDays: 10 });
    expect(await look(inDays(12.5))).toEqual([]);
    expect(await look(inDays(14.5))).toEqual([]);
    org.services.clock.now = null;
    await world.train(employee, document);
    expect(await look(inDays(15.5))).toEqual([
      'Priya: Overdue: SOP - QA - 001, Procedure 001',
      'Tomasz: Overdue: SOP - QA - 001, Procedure 001',
    ]);
    await world.act(org.admin, deactivateUser, { user: author.uid });
    expect(await look(inDays(20))).toEqual([]);
    expect(Date.parse(due)).toBeLessThan(Date.parse(inDays(15)));
    // Priya herself is overdue: the other admins are reminded, because she is the only one of her department.
    expect(await look(inDays(22))).toEqual(['Ines: Training of one person is overdue at Northmere Diagnostics']);
    await set({ ...reminders, afterDueDays: 3, escalationDays: 3 });
    expect(await look(inDays(40))).toEqual([]);
  });

  it('goes to the department’s admins when overdue, and to the organisation’s where there are none', async () => {
    const { org, peer, set, look } = await setUp();
    await join(org, somebody('Priya', 'Raman', 'ADMIN'), ['Quality']);
    await set({ ...silent, escalation: true });
    const waived = await inForce(org, '001', ['Quality', 'Laboratory']);
    for (const person of [org.author]) await org.world.train(person, waived);
    // No worker runs yet: a reminder that is claimed meanwhile is sent once, when a worker starts.
    org.services.clock.now = inDays(22);
    await remindJob.run({}, org.services);
    await org.work(2);
    await org.untilIdle();
    const reminded = peer.received
      .filter(({ subject }) => subject?.includes('overdue'))
      .map(({ envelope, text }) => [
        nameOf(org, envelope[0]),
        ['Hana', 'Marit', 'Priya', 'Tomasz'].filter((name) => text?.includes(`${name} `)),
      ])
      .sort();
    expect(reminded).toEqual([
      ['Ines', ['Marit', 'Priya']],
      ['Priya', ['Hana', 'Marit']],
    ]);
    peer.received.splice(0);
    expect(await look(inDays(23))).toEqual([]);
  });
});

describe('training of a person who has not confirmed the account', () => {
  it('is reported to the admins, and to the person after the confirmation', async () => {
    const { org, peer, set, look } = await setUp();
    const { world, services } = org;
    await set({ ...silent, beforeDue: true, afterDue: true, escalation: true });
    const invite = async (first: string, last: string) => {
      const person = await world.invite(somebody(first, last, 'EMPLOYEE'), ['Quality']);
      known.set(person.email, first);
      return person;
    };
    const [noor, luca] = [await invite('Noor', 'Haddad'), await invite('Luca', 'Ferrante')];
    await invite('Aoife', 'Brennan');
    const document = await inForce(org, '001', ['Quality']);
    for (const person of [org.author, org.employee]) await world.train(person, document);
    const confirm = async (person: Person) => {
      services.clock.now = null;
      const code = await codeFor(services, person, 'confirm');
      const input = { email: person.email, code, newPassword: person.password };
      expect(await visit(services, confirmAccount, input)).toMatchObject({ ok: true });
    };
    await org.work(2);
    await org.untilIdle();
    peer.received.splice(0);
    const words = 'SOP - QA - 001, Procedure 001';

    expect(await look(inDays(12))).toEqual([]);
    await confirm(noor);
    await org.untilIdle();
    peer.received.splice(0);
    expect(await look(inDays(12.1))).toEqual([expect.stringMatching(`^Noor: Due on .*: ${words}$`)]);
    expect(await look(inDays(15.5))).toEqual([`Noor: Overdue: ${words}`]);
    await confirm(luca);
    await org.untilIdle();
    peer.received.splice(0);
    expect(await look(inDays(15.6))).toEqual([`Luca: Overdue: ${words}`]);
    expect(await look(inDays(22))).toEqual(['Ines: Training of three people is overdue at Northmere Diagnostics']);
  });
});

describe('training of a large organisation', () => {
  it('goes to each person in one email, even with thousands of records', async () => {
    const { org, set } = await setUp();
    const { world, db, author, employee } = org;
    await set({ ...silent, afterDue: true });
    const document = await inForce(org, '001', ['Quality']);
    const overdue = 3000;
    await db.owner.query(
      `insert into read.training_record (org_id, uid, user_uid, document_uid, version, due_at, status,
                                       assigned_at, assigned_position, assigned_because, changed_at)
       select $1, gen_random_uuid(), person, $2, '2.' || n, now() - n * interval '1 minute', 'OPEN',
              now() - interval '90 days', 1, 'published', now()
       from generate_series(1, $3::integer) n, unnest($4::uuid[]) person`,
      [world.org, document, overdue, [author.uid, employee.uid]],
    );
    org.services.clock.now = inDays(3);
    await remindJob.run({}, org.services);
    const { rows } = await db.owner.query<{ to: string; about: number }>(
      `select payload->>'to' as to, json_array_length(payload->'about') as about
       from graphile_worker._private_jobs where payload->>'template' = 'training-overdue'`,
    );
    expect(rows.sort((one, other) => (one.to < other.to ? -1 : 1))).toEqual(
      [author.uid, employee.uid].sort().map((to) => ({ to, about: overdue })),
    );
  });
});

describe('an approval that waits long', () => {
  it('sends one reminder to each approver who can still sign', async () => {
    const { org, peer, set, look } = await setUp();
    const { world, author, other, admin } = org;
    await set({ ...silent, approvals: true });
    const gone = await join(org, somebody('Rosalind', 'Teague', 'AUTHOR'), ['Quality']);
    const document = await world.create(author, { ...sop('001'), approvers: [other, gone] });
    await world.create(author, { ...sop('002'), approvers: [other] });
    await world.act(admin, deactivateUser, { user: gone.uid });
    await org.work(2);
    await org.untilIdle();
    peer.received.splice(0);
    expect(await look(inDays(6))).toEqual([]);
    expect(await look(inDays(8))).toEqual(['Marit: Approval still needed: 2 documents']);
    await set({ ...silent, approvals: true, approvalDays: 2 });
    expect(await look(inDays(30))).toEqual([]);
    org.services.clock.now = null;
    const approval = await org.services.database.read(world.org, (db) =>
      db.selectFrom('read.approval').select('uid').where('user_uid', '=', gone.uid).executeTakeFirstOrThrow(),
    );
    const input = { document, approval: approval.uid, user: admin.uid, reason: 'She left.' };
    await world.act(admin, replaceApprover, input);
    await org.untilIdle();
    expect(peer.received.map(({ envelope, subject }) => [nameOf(org, envelope[0]), subject])).toEqual([
      ['Ines', 'Approval requested: SOP - QA - 001, Procedure 001'],
    ]);
  });
});

describe('an approval of somebody who cannot sign for a while', () => {
  it('sends the reminder once that person can sign', async () => {
    const { org, peer, set, look } = await setUp();
    const { world, author, other, admin, services } = org;
    await set({ ...silent, approvals: true });
    await world.create(author, { ...sop('001'), approvers: [other, author] });
    const become = (role: 'AUTHOR' | 'EMPLOYEE') =>
      world.act(admin, editUser, { ...other, role, user: other.uid, departments: world.uidsOf(['Laboratory']) });
    await become('EMPLOYEE');
    await org.work(2);
    await org.untilIdle();
    peer.received.splice(0);
    const words = 'Approval still needed: SOP - QA - 001, Procedure 001';
    expect(await look(inDays(8))).toEqual([`Tomasz: ${words}`]);
    services.clock.now = null;
    await become('AUTHOR');
    expect(await look(inDays(8.1))).toEqual([`Marit: ${words}`]);
  });
});

describe('a periodic review that falls due', () => {
  it('sends one reminder to the owner and each admin, with a link to its page', async () => {
    const { org, peer, set, look } = await setUp();
    await set(silent);
    const document = await inForce(org, '001', ['Laboratory'], { reviewInterval: 30 });
    await org.work(2);
    await org.untilIdle();
    peer.received.splice(0);
    expect(await look(inDays(29))).toEqual([]);
    org.services.clock.now = inDays(31);
    await remindJob.run({}, org.services);
    await org.untilIdle();
    expect(peer.received.map(({ envelope }) => nameOf(org, envelope[0])).sort()).toEqual(['Ines', 'Tomasz']);
    for (const { text, html, subject } of peer.received.splice(0)) {
      expect(subject).toBe('Periodic review due: SOP - QA - 001, Procedure 001');
      for (const part of [text, html]) expect(part).toContain(`/dashboard/docs/${document}/periodic-review`);
    }
    expect(await look(inDays(32))).toEqual([]);
    expect(await rowOf(org, document)).toMatchObject({ status: 'EFFECTIVE', reviewed_at: null });
  });
});

describe('the weekly digest', () => {
  it('is sent once a week at its hour, to people with open tasks only', async () => {
    const began = new Date();
    const { org, peer, set, look } = await setUp();
    const { world, author, other, employee } = org;
    const document = await inForce(org, '001', ['Quality']);
    await world.train(author, document);
    await world.create(author, { ...sop('002'), approvers: [other] });
    await org.work(2);
    await org.untilIdle();
    peer.received.splice(0);
    // At this week's hour none of them was there yet.
    const [digestWeekday, digestHour] = [began.getUTCDay() || 7, began.getUTCHours()];
    await set({ ...silent, digest: true, digestWeekday, digestHour });
    expect(await look(org.services.now())).toEqual([]);
    await set({ ...silent, digest: true, digestWeekday: 1, digestHour: 7 });
    const monday = mondayAfter(inDays(15));
    const words = 'Your open tasks at Northmere Diagnostics';
    expect(await look(hours(monday, 6.9))).toEqual([]);
    org.services.clock.now = hours(monday, 7.1);
    await remindJob.run({}, org.services);
    await org.untilIdle();
    const toInes = peer.received.find(({ envelope }) => nameOf(org, envelope[0]) === 'Ines');
    expect(toInes?.subject).toBe('Overdue training at Northmere Diagnostics');
    expect(toInes?.text).toContain('Quality: 1 training record (overdue)');
    const toHana = peer.received.find(({ envelope }) => envelope[0] === employee.email);
    expect(toHana?.text).toContain('Training to sign');
    expect(toHana?.text).not.toContain('department');
    expect(
      peer.received
        .splice(0)
        .map(({ envelope, subject }) => `${nameOf(org, envelope[0])}: ${subject}`)
        .sort(),
    ).toEqual([`Hana: ${words}`, 'Ines: Overdue training at Northmere Diagnostics', `Marit: ${words}`]);
    await set({ ...silent, digest: true, digestWeekday: 2, digestHour: 9 });
    expect(await look(hours(monday, 24 + 9.1))).toEqual([]);
    await set({ ...silent, digest: true, digestWeekday: 2, digestHour: 9 }, { timeZone: 'Pacific/Auckland' });
    // Nine on Tuesday in Auckland is Monday evening in UTC; a day late it still comes, two days late the next one does.
    expect(await look(hours(monday, 7 * 24 + 19))).toEqual([]);
    expect(await look(hours(monday, 7 * 24 + 24))).toHaveLength(3);
    expect(await look(hours(monday, 14 * 24 + 72))).toEqual([]);
  });
});
