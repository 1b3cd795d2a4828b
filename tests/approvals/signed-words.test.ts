import { expect, it } from 'vitest';
import { progressWords } from '#app/approvals/screens/progress-words.ts';
import { decisionWords, signedWords, signerWords } from '#app/approval-routes/words/approvals.ts';

it('says in words how many approvers have signed', () => {
  expect(signedWords({ signed: 0, asked: 1 })).toBe('Yours is the only signature.');
  expect(signedWords({ signed: 0, asked: 2 })).toBe('Nobody has signed yet.');
  expect(signedWords({ signed: 1, asked: 3 })).toBe('One of three has signed.');
  expect(signedWords({ signed: 2, asked: 3 })).toBe('Two of three have signed.');
});

it('says which step of the route is signed, for whom, and who signed before', () => {
  const steps = ['Review', 'Process owner', 'Quality'].map((name, at) => ({
    number: at + 1,
    name,
    meaning: 'approved' as const,
    held: null,
    samePerson: false,
    state: 'open' as const,
    dueAt: null,
  }));
  const line = (
    name: string,
    step: number,
    signer: string | null = null,
    status: 'OPEN' | 'APPROVED' = 'APPROVED',
  ) => ({
    uid: name,
    user: name,
    name,
    status,
    signedAt: null,
    requestedAt: '2026-06-01T08:00:00.000Z',
    step,
    held: null,
    signer,
    meaning: null,
  });
  const approvers = [line('Ana', 1), line('Ben', 1, 'Cleo'), line('Dan', 2, null, 'OPEN')];
  const standsInFor = { uid: 'Dan', name: 'Dan', until: '2026-06-03' };
  expect(progressWords({ approvers, steps, approval: { step: 2 }, completesStep: true, standsInFor })).toBe(
    'Step 2 of 3, Process owner, for Dan, until 03 Jun 2026. Signed before: Ana and Cleo. ' +
      'Yours is the only signature of this step.',
  );
  const none = { steps: [], approval: { step: null }, completesStep: false, standsInFor: null };
  expect(progressWords({ approvers: [line('Ana', 1)], ...none })).toBe('Yours is the only signature.');
  const [ana, ben, cleo] = [line('Ana', 1), line('Ben', 1, null, 'OPEN'), line('Cleo', 1, null, 'OPEN')];
  expect(progressWords({ approvers: [ana, ben], ...none })).toBe('One of two has signed. Yours is the last.');
  const wordsOf = (approvers: (typeof ana)[], completesStep: boolean) =>
    progressWords({ approvers, steps, approval: { step: 1 }, completesStep, standsInFor: null });
  const first = 'Step 1 of 3, Review. ';
  expect(wordsOf([ana, ben, cleo], true)).toBe(`${first}One of three has signed. Yours is the last that is needed.`);
  expect(wordsOf([ana, ben, cleo], false)).toBe(`${first}One of three has signed.`);
  expect(wordsOf([ben, cleo], true)).toBe(`${first}Nobody has signed yet. One signature is enough.`);
});

it('says what each approver signed, and for whom a deputy did', () => {
  const meanings = ['reviewed', 'approved', 'quality_approved', 'rejected', null] as const;
  expect(meanings.map(decisionWords)).toEqual([
    'Reviewed',
    'Approved',
    'Approved for the quality unit',
    'Did not approve',
    'Approved',
  ]);
  expect(signerWords({ name: 'Ben', signer: null })).toBe('Ben');
  expect(signerWords({ name: 'Ben', signer: 'Cleo' })).toBe('Cleo for Ben');
});
