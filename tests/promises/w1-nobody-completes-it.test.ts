import { describe, expect, it } from 'vitest';
import { removeApprover, replaceApprover } from '#app/documents/commands/approvers.ts';
import { organisation, rowOf, somebody } from '#tests/support/organisation.ts';
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
});
