import { describe, expect, it } from 'vitest';
import { placeInSteps, type RouteFacts } from '#events/route/place.ts';
import type { VersionRoute } from '#events/route/step.ts';
import { commands, lives, live, stateOf } from '#tests/deciders/document-world.ts';
import { admin, approverOne, approverTwo, author, otherAuthor, uidOf, type Person } from '#tests/deciders/people.ts';
import { approvalIn, inStep, qualityUnit, route, signIn } from '#tests/deciders/route/world.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';

/** The quality step asks everybody who holds its function. */
const ofAll: VersionRoute = {
  ...route,
  steps: route.steps.map((step, at) => (at === 2 ? { ...step, howMany: 'all' } : step)),
};
const holder = ({ uid: user }: Person) => ({ user, held: qualityUnit.uid });
const routeFacts: RouteFacts = {
  holders: [holder(approverTwo), holder(admin)],
  lastApprovers: [],
  manager: null,
};
const quality = [inStep(approverTwo, 3, approvalIn(3)), inStep(admin, 3, approvalIn(4))];
const others = [inStep(otherAuthor, 1, approvalIn(1)), inStep(approverOne, 2, approvalIn(2))];
const send = (...approvers: ReturnType<typeof inStep>[]) => ({
  ...commands.SendForReview,
  route: ofAll,
  routeFacts,
  approvers: [...others, ...approvers],
});
const refusal = (command: DocumentCommand, given: readonly DocumentCommand[]): string | null => {
  const decision = documentDecider.decide(command, stateOf(live(...given)));
  return decision.ok ? null : decision.failure.code;
};
const sent = [...lives.CREATED, send(...quality)];
const remove = { ...commands.RemoveApprover, principal: { ...author, uid: uidOf(90), role: 'ADMIN' as const } };

describe('W2: a step of all asks all of them, whatever is sent', () => {
  it('by call: one holder of two is refused', () => {
    expect(refusal(send(quality[0]!), lives.CREATED)).toBe('step_asks_all');
    expect(refusal(send(...quality), lives.CREATED)).toBeNull();
  });

  it('by call: a named holder stands beside the others, and in no step before', () => {
    const asked = (known: { users?: string[]; places?: { user: string; step: number }[] }) =>
      placeInSteps(ofAll, { users: [], places: [], makers: [author.uid], ...routeFacts, ...known });
    const inQuality = [approverTwo, admin].map(({ uid }) => ({ user: uid, step: 3 }));
    expect(asked({ users: [admin.uid] })).toEqual(inQuality);
    expect(asked({ places: [{ user: admin.uid, step: 3 }] })).toEqual(inQuality);
    expect(asked({ users: [otherAuthor.uid, admin.uid] })).toEqual([...inQuality, { user: otherAuthor.uid, step: 1 }]);
    const moved = { ...send(...quality), approvers: [inStep(admin, 1, uidOf(91)), ...others.slice(1), quality[0]!] };
    expect(refusal(moved, lives.CREATED)).toBe('step_asks_all');
  });

  it('by call and screen: nobody who holds it is taken out or replaced, by nobody', () => {
    const taken = { ...remove, approval: approvalIn(4), stillHolds: true };
    expect(refusal(taken, sent)).toBe('step_asks_all');
    expect(refusal({ ...taken, stillHolds: false }, sent)).toBeNull();
    const replaced = {
      ...commands.ReplaceApprover,
      approval: approvalIn(4),
      approver: inStep({ ...admin, uid: uidOf(92) }, 3, uidOf(93)),
    };
    expect(refusal({ ...replaced, stillHolds: true }, sent)).toBe('step_asks_all');
    expect(refusal({ ...replaced, stillHolds: false }, sent)).toBeNull();
  });

  it('by call and screen: an asked holder does not make themselves the last', () => {
    const reached = [...sent, signIn(1), signIn(2)];
    const taken = { ...commands.RemoveApprover, approval: approvalIn(4), principal: approverTwo };
    expect(refusal(taken, reached)).toBe('not_allowed');
    expect(refusal({ ...taken, principal: remove.principal }, reached)).toBeNull();
  });
});
