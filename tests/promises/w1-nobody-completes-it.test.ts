import { describe, expect, it } from 'vitest';
import { removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { declareAbsence } from '#app/people/commands/absence.ts';
import { isoDay } from '#app/ui/text/date.ts';
import { inDays, organisation, rowOf, somebody } from '#tests/support/organisation.ts';
import { inReview } from '#tests/support/in-review.ts';
import { codeOf } from '#tests/promises/programs.ts';

describe('W1: nobody completes an approval by taking somebody out', () => {
  it('by call: nor an admin who was asked, and put another in their own place before', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const second = await world.join(somebody('Elena', 'Marchetti', 'ADMIN'), ['Quality']);
    const third = await world.join(somebody('Priya', 'Raman', 'AUTHOR'), ['Quality']);
    const { document, approvalOf } = await inReview(org, '001', [other, second]);
    await world.sign(other, document);
    const replacing = { document, approval: approvalOf(second), user: third.uid, reason: 'Away until May.' };
    const { approval } = await world.act(second, replaceApprover, replacing);
    for (const person of [second, author])
      expect(codeOf(await world.attempt(person, removeApprover, { document, approval }))).toBe('not_allowed');
    expect(await rowOf(org, document)).toMatchObject({ status: 'IN_REVIEW' });
    await world.act(admin, removeApprover, { document, approval });
    expect(await rowOf(org, document)).toMatchObject({ status: 'APPROVED' });
  });

  it('by call and screen: an admin who owns the version takes no approver’s place; another admin may ask them', async () => {
    const org = await organisation();
    const { world, admin, author, other } = org;
    const second = await world.join(somebody('Elena', 'Marchetti', 'ADMIN'), ['Quality']);
    const { document, approvalOf } = await inReview({ ...org, author: admin }, '001', [author, other]);
    await world.sign(author, document);
    const replacing = { document, approval: approvalOf(other), user: admin.uid, reason: 'She is busy.' };
    expect(codeOf(await world.attempt(admin, replaceApprover, replacing))).toBe('not_allowed');
    await world.act(second, replaceApprover, replacing);
  });

  it('by deputy: an admin does not make themselves the deputy of an approver', async () => {
    const { world, admin, author, other } = await organisation();
    const today = isoDay(inDays(0), 'UTC');
    const absence = { user: other.uid, from: today, until: today, reason: 'Ill.' };
    const declare = (deputy: string) => world.attempt(admin, declareAbsence, { ...absence, deputy });
    expect(codeOf(await declare(admin.uid))).toBe('deputy_not_eligible');
    expect(codeOf(await declare(author.uid))).toBeNull();
  });
});
