import type { VersionRoute } from '#events/route/step.ts';
import { approverOne, approverTwo, choose, otherAuthor, signing, uidOf, type Person } from '#tests/deciders/people.ts';
import { commands, final, lives, type CommandOf } from '#tests/deciders/document-world.ts';
import type { DocumentCommand } from '#tests/deciders/rules.ts';

export const qualityUnit = { uid: uidOf(600), name: 'Quality unit' };

/** Review by one, approval by all whom the owner names, and the quality unit last. */
export const route: VersionRoute = {
  uid: uidOf(601),
  name: 'Procedures',
  version: 3,
  separation: 'strict',
  samePerson: false,
  steps: [
    { name: 'Review', meaning: 'reviewed', who: { kind: 'named_by_owner' }, howMany: 1, days: 5 },
    { name: 'Process owner', meaning: 'approved', who: { kind: 'last_approvers' }, howMany: 'all', days: 10 },
    {
      name: 'Quality',
      meaning: 'quality_approved',
      who: { kind: 'function', function: qualityUnit },
      howMany: 1,
      days: 3,
    },
  ],
};

export const inStep = (person: Person, step: number, approval: string, functions = [qualityUnit.uid]) => ({
  ...choose(person, approval),
  step,
  functions,
});

/** The uid of the approval in the step with this number. */
export const approvalIn = (step: number): string => uidOf(2100 + step);
/** Who is asked in each step. */
export const asked: Record<number, Person> = { 1: otherAuthor, 2: approverOne, 3: approverTwo };

export const sendAlong: CommandOf<'SendForReview'> = {
  ...commands.SendForReview,
  route,
  approvers: [1, 2, 3].map((step) => inStep(asked[step] ?? otherAuthor, step, approvalIn(step))),
};

export const signIn = (step: number, by: Person = asked[step] ?? otherAuthor): CommandOf<'Approve'> => ({
  ...commands.Approve,
  principal: by,
  approval: approvalIn(step),
  signing: signing(by, [final.sha256]),
  functions: [qualityUnit.uid],
});

export const sent: readonly DocumentCommand[] = [...lives.CREATED, sendAlong];
