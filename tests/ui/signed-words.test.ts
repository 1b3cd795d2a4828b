import { expect, it } from 'vitest';
import { signedWords } from '#app/wording/approval-count.ts';

it('says in words how many approvers have signed', () => {
  expect(signedWords({ signed: 0, asked: 1 })).toBe('Yours is the only signature.');
  expect(signedWords({ signed: 0, asked: 2 })).toBe('Nobody has signed yet.');
  expect(signedWords({ signed: 1, asked: 3 })).toBe('One of three has signed.');
  expect(signedWords({ signed: 2, asked: 3 })).toBe('Two of three have signed.');
});
