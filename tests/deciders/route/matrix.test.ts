import { describe, expect, it } from 'vitest';
import { admin, author, employee, otherAuthor, signing, type Person } from '#tests/deciders/people.ts';
import { commands, final, live, lives, stateOf } from '#tests/deciders/document-world.ts';
import { asked, sent, signIn } from '#tests/deciders/route/world.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';

const signatures = [1, 2, 3].map((step) => signIn(step));
const rejection = { ...signIn(1), type: 'Reject' as const, signing: signing(otherAuthor, [final.sha256], 'Wrong.') };
const published = [...sent, ...signatures, commands.Publish];
const effective = [...published, commands.BecomeEffective];

/** Who signs. `by`: null is the person who is asked in the step; the others are that person's deputy, or nobody's. */
const signers: readonly { by: Person | null; functions?: readonly string[]; deputy?: true }[] = [
  { by: null },
  { by: null, functions: [] },
  { by: admin, deputy: true },
  { by: admin, deputy: true, functions: [] },
  { by: author, deputy: true },
  { by: otherAuthor, deputy: true },
  { by: employee, deputy: true },
  { by: admin },
];

const outcomes = {
  s: 'ApprovalGiven',
  n: 'nothing',
  w: 'step_not_open',
  o: 'approval_not_open',
  y: 'approval_not_yours',
  f: 'function_missing',
  d: 'deputy_not_eligible',
  m: 'owner_may_not_approve',
  x: 'document_not_in_status',
};

/**
 * In each status the outcome in step 1, 2 and 3 of: who is asked, the same without the function; a deputy, the same
 * without the function; the owner as a deputy; the approver of step 1 as a deputy; an Employee as a deputy; an admin.
 */
const matrix: readonly [status: string, life: readonly DocumentCommand[], cells: string][] = [
  ['CREATED', lives.CREATED, 'yyy yyy yyy yyy yyy yyy yyy yyy'],
  ['IN_REVIEW, step 1', sent, 'sww sww sww sww sww sww yyy yyy'],
  ['IN_REVIEW, step 2', [...sent, ...signatures.slice(0, 1)], 'nsw nsw osw osw omw ndw yyy yyy'],
  ['IN_REVIEW, step 3', [...sent, ...signatures.slice(0, 2)], 'nns nnf oos ood oom nod yyy yyy'],
  ['REJECTED', [...sent, rejection], 'xxx xxx xxx xxx xxx xxx yyy yyy'],
  ['APPROVED', [...sent, ...signatures], 'nnn nnn xxx xxx xxx nxx yyy yyy'],
  ['PENDING', published, 'nnn nnn xxx xxx xxx nxx yyy yyy'],
  ['EFFECTIVE', effective, 'nnn nnn xxx xxx xxx nxx yyy yyy'],
  ['RETIRED', [...effective, commands.Retire], 'nnn nnn xxx xxx xxx nxx yyy yyy'],
];

describe('[P11-10f] an approval along a route', () => {
  it.each(matrix)('%s: in each step by each person', (_, life, cells) => {
    const state = stateOf(live(...life));
    const found = signers.map(({ by, functions, deputy }) =>
      [1, 2, 3].map((step) => {
        const deputyOf = deputy ? [asked[step]!.uid] : [];
        const command = { ...signIn(step, by ?? asked[step]), deputyOf, ...(functions && { functions }) };
        const decision = documentDecider.decide(command, state);
        return decision.ok ? (decision.events[0]?.type ?? 'nothing') : decision.failure.code;
      }),
    );
    const expected = cells.split(' ').map((row) => [...row].map((cell) => outcomes[cell as keyof typeof outcomes]));
    expect(found).toEqual(expected);
  });
});
