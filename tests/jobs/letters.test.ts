import { describe, expect, it } from 'vitest';
import { inDays, sop } from '#tests/commands/organisation.ts';
import { plant } from './plant.ts';

describe('the letters of a document', () => {
  it('reach each approver, and after a rejection the owner and the other approvers, once', async () => {
    const org = await plant();
    const { world, author, other, admin } = org;
    await org.work(2);
    const document = await world.create(author, { ...sop('001'), approvers: [other, admin] });
    const addressees = async (words: RegExp) =>
      (await org.letters())
        .filter(({ subject }) => words.test(subject ?? ''))
        .map(({ to }) => to?.[0]?.address)
        .sort();
    const wanted = await addressees(/SOP - QA - 001/);
    expect(wanted).toEqual([admin.email, other.email].sort());
    await world.sign(other, document, 'Section 4 names nobody.');
    const told = (await addressees(/SOP - QA - 001/)).filter((address) => address !== other.email);
    expect(told).toEqual([admin.email, admin.email, author.email].sort());
  });

  it('tell everybody who is assigned training, once', async () => {
    const org = await plant();
    const { world, author, other, employee } = org;
    const document = await world.create(author, { ...sop('002'), approvers: [other] });
    await world.sign(other, document);
    await world.publish(document, ['Quality'], inDays(30));
    await org.work(2);
    const letters = (await org.letters()).filter(({ text }) => text?.includes('/dashboard/review/'));
    expect(letters.map(({ to }) => to?.[0]?.address).sort()).toEqual([author.email, employee.email].sort());
  });
});
