import { describe, expect, it } from 'vitest';
import { remindOfTraining } from '#events/training/remind.ts';
import { addHours } from '#events/time.ts';
import { decideRequest } from '#app/documents/commands/change-requests/decide.ts';
import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { answerComment, makeComment } from '#app/documents/commands/comment.ts';
import { remindPerson, remindTraining } from '#app/training/commands/remind.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { deliverEmail } from '#app/notifications/delivery/deliver.ts';
import { inDays, sop } from '#tests/support/organisation.ts';
import { organisationWithQueue, until, type OrganisationWithQueue } from '#tests/support/worker-setup.ts';

const principal = { kind: 'user', uid: 'a', name: 'Ines', role: 'ADMIN', status: 'ACTIVE' } as const;
const openRecord = {
  record: 'r',
  user: 'p',
  document: 'd',
  version: '1.0',
  status: 'OPEN',
  assignedAt: '2026-03-12T14:05:00.000Z',
  assignedPosition: '8',
  dueAt: '2026-03-26T14:05:00.000Z',
  completedAt: null,
} as const;

describe('the emails about a document', () => {
  it('reach each approver once, and after a rejection the owner and the other approvers', async () => {
    const org = await organisationWithQueue();
    const { world, author, other, admin } = org;
    await org.work(2);
    const document = await world.create(author, { ...sop('001'), approvers: [other, admin] });
    const addressees = async (words: RegExp) =>
      (await org.emails())
        .filter(({ subject }) => words.test(subject ?? ''))
        .map(({ to }) => to?.[0]?.address)
        .sort();
    const requested = await addressees(/SOP - QA - 001/);
    expect(requested).toEqual([admin.email, other.email].sort());
    const about = { document, version: '1.0', page: 1 };
    const { comment } = await world.act(other, makeComment, { ...about, text: 'Wrong form.' });
    await world.act(author, answerComment, { comment, text: 'It is the new one.' });
    const { request } = await world.act(admin, requestChange, { ...about, text: 'Two days are too few.' });
    await world.act(author, decideRequest, { request, decision: 'decline', reason: 'Agreed so.' });
    await world.sign(other, document, 'Section 4 names nobody.');
    expect(await addressees(/^Rejected: SOP - QA - 001/)).toEqual([admin.email, author.email].sort());
    // An approver’s comment and a request reach the owner, answer and decision those who wrote them.
    expect(await addressees(/^(Comment|Change requested): SOP - QA - 001/)).toEqual([author.email, author.email]);
    expect(await addressees(/^Answer to your comment: /)).toEqual([other.email]);
    const declined = (await org.emails()).filter(({ subject }) => subject?.startsWith('Change request declined: '));
    expect(declined.map(({ to }) => to?.[0]?.address)).toEqual([admin.email]);
    expect(declined[0]?.text).toContain('Reason: Agreed so.');
  });

  it('reach each person who is assigned training once', async () => {
    const org = await organisationWithQueue();
    const { world, author, other, employee } = org;
    const document = await world.create(author, { ...sop('002'), approvers: [other] });
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(30));
    await org.work(2);
    const emails = (await org.emails()).filter(({ text }) => text?.includes('/dashboard/review/'));
    expect(emails.map(({ to }) => to?.[0]?.address).sort()).toEqual([author.email, employee.email].sort());
  });

  it('remind a person of open training once a day, by the owner or an admin, as a recorded act', async () => {
    const org = await organisationWithQueue();
    const { world, author, other, admin, employee } = org;
    const published = async (docNum: string) => {
      const document = await world.create(author, { ...sop(docNum), approvers: [other] });
      await world.sign(other, document);
      await world.publish(document, ['Quality'], inDays(30));
      return document;
    };
    await published('006');
    const { uid: record } = await org.services.database.read(world.org, (db) =>
      db
        .selectFrom('read.training_record')
        .select('uid')
        .where('user_uid', '=', employee.uid)
        .executeTakeFirstOrThrow(),
    );
    const remind = (by: Person) => world.attempt(by, remindTraining, { record });
    expect(await remind(other)).toMatchObject({ failure: { code: 'not_allowed' } });
    expect(await remind(author)).toMatchObject({ ok: true, value: { user: employee.uid } });
    const again = await remind(admin);
    expect(again).toMatchObject({ failure: { code: 'training_reminded' } });
    expect(!again.ok && problemOf(again.failure).detail).toMatch(
      /^Hana Kobayashi was reminded on \d\d \w{3} \d{4} \d\d:\d\d UTC\. Another reminder is possible from /,
    );
    // A person is reminded of everything at once, in one email.
    await published('007');
    const remindAll = (user: Person) => world.attempt(admin, remindPerson, { user: user.uid });
    expect(await remindAll(author)).toMatchObject({ ok: true, value: { records: 2 } });
    expect(await remindAll(author)).toMatchObject({ failure: { code: 'training_reminded' } });
    expect(await remindAll(other)).toMatchObject({ failure: { code: 'record_not_open' } });
    await org.work(2);
    const together = (await org.emails()).filter(({ subject }) => subject === 'Reminder: 2 documents to read and sign');
    expect(together.map(({ to }) => to?.[0]?.address)).toEqual([author.email]);
    expect(together[0]?.text?.match(/\/dashboard\/review\//g)).toHaveLength(2);
    const reminders = (await org.emails()).filter(({ subject }) => subject?.startsWith('Reminder: SOP - QA - 006'));
    expect(reminders.map(({ to }) => to?.[0]?.address)).toEqual([employee.email]);
    const { events } = await org.services.ledger.readStream(world.org, `reminders-${employee.uid}`);
    expect(events.map(({ type, actor }) => [type, actor.kind === 'user' && actor.uid])).toEqual([
      ['TrainingReminded', author.uid],
    ]);
    // A day counts 24 hours from the recorded moment.
    const last = events[0]!.recordedAt;
    const asked = { principal, record: openRecord, person: { uid: 'p', name: 'Hana', status: 'ACTIVE' as const } };
    const decided = (hours: number) =>
      remindOfTraining({
        ...asked,
        document: { uid: 'd', name: 'Weighing', owner: 'o' },
        remindedAt: last,
        now: addHours(last, hours),
      }).ok;
    expect([decided(23.9), decided(24)]).toEqual([false, true]);
  });

  it('are one for each person about the publications that followed while it waited, each once', async () => {
    const org = await organisationWithQueue({ PUBLICATION_EMAIL_SECONDS: '600' });
    const { world, author, other, employee } = org;
    const approved = async (docNum: string) => {
      const document = await world.create(author, { ...sop(docNum), approvers: [other] });
      await world.sign(other, document);
      return document;
    };
    const documents = [await approved('003'), await approved('004'), await approved('005')];
    for (const document of documents.slice(0, 2)) await world.publish(document, ['Quality'], inDays(30));
    await world.publish(documents[2]!, ['Quality', 'Laboratory'], inDays(40));
    await org.work(2);
    const training = async () => (await org.emails()).filter(({ text }) => text?.includes('/dashboard/review/'));
    expect(await training()).toEqual([]);
    // Nothing is sent before ten minutes have passed; the test does not wait for them.
    const waiting = await org.db.owner.query(
      `update graphile_worker._private_jobs set run_at = now()
       where run_at between now() + interval '5 minutes' and now() + interval '10 minutes'`,
    );
    expect(waiting.rowCount).toBe(7);
    await until(async () => (await jobsLeft(org.db)) === 0);
    const emails = await training();
    const subjects = Object.fromEntries(emails.map(({ to, subject }) => [to?.[0]?.address, subject]));
    expect(emails).toHaveLength(3);
    expect(subjects).toEqual({
      [author.email]: 'Training: 3 documents to read and sign',
      [employee.email]: 'Training: 3 documents to read and sign',
      [other.email]: 'Training: SOP - QA - 005, Procedure 005',
    });
    const { text = '' } = emails.find(({ to }) => to?.[0]?.address === employee.email)!;
    expect(text.match(/\/dashboard\/review\/[\da-f-]{36}/g)).toHaveLength(3);
    expect(text.match(/Due/g)).toHaveLength(3);
    for (const docNum of ['003', '004', '005']) expect(text).toContain(`SOP - QA - ${docNum}`);
    // A job that is repeated finds its email sent, also where another one included it.
    const { rows } = await org.db.owner.query<{ key: string; sent: boolean }>(
      "select key, sent_at is not null as sent from identity.mail_sent where template = 'training-assigned' and " +
        'to_user = $1',
      [employee.uid],
    );
    expect(rows).toHaveLength(3);
    for (const { key } of rows) {
      const position = key.split('/')[0]!;
      const request = { org: world.org, template: 'training-assigned', to: employee.uid, position } as const;
      await deliverEmail(org.services, request);
    }
    expect(await training()).toHaveLength(3);
  });
});

const jobsLeft = async ({ owner }: OrganisationWithQueue['db']): Promise<number> =>
  (
    await owner.query<{ left: number }>(
      "select count(*)::integer as left from graphile_worker.jobs where task_identifier in ('deliver-mail', " +
        "'enqueue-emails')",
    )
  ).rows[0]!.left;
