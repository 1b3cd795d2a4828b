import { describe, expect, it } from 'vitest';
import { inDays, sop } from '#tests/commands/organisation.ts';
import { organisationWithQueue } from './worker-setup.ts';

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
});
