import { describe, expect, it } from 'vitest';
import { deliverEmail } from '#app/email/deliver.ts';
import { inDays, sop } from '#tests/commands/organisation.ts';
import { organisationWithQueue, until, type OrganisationWithQueue } from './worker-setup.ts';

describe('the e-mails about a document', () => {
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
    await world.sign(other, document, 'Section 4 names nobody.');
    const rejected = (await addressees(/SOP - QA - 001/)).filter((address) => address !== other.email);
    expect(rejected).toEqual([admin.email, admin.email, author.email].sort());
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
    // A job that is repeated finds its e-mail sent, also where another one included it.
    const { rows } = await org.db.owner.query<{ key: string; sent: boolean }>(
      `select key, sent_at is not null as sent from identity.mail_sent where template = 'training-assigned' and to_user = $1`,
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
      `select count(*)::integer as left from graphile_worker.jobs where task_identifier in ('deliver-mail', 'enqueue-emails')`,
    )
  ).rows[0]!.left;
