import { describe, expect, it } from 'vitest';
import { standingApprovals } from '#events/document/state.ts';
import { admin, approverOne, approverTwo, author, choose, employee, signing, uidOf } from '#tests/deciders/people.ts';
import {
  approvalOne,
  approvalTwo,
  approveTwo,
  commands,
  documentUid,
  eventsIn,
  final,
  lives,
  live,
  oneSigned,
  stateOf,
} from '#tests/deciders/document-world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const { AddApprover, Approve, RemoveApprover, ReplaceApprover } = commands;
const inReview = () => eventsIn('IN_REVIEW');

describe('add an approver', () => {
  it('opens one more approval', () => {
    const [added] = given(...inReview())
      .when(AddApprover)
      .thenTypes('ApproverAdded');
    expect(added).toMatchObject({ data: { version: '1.0', approval: { user: admin.uid, name: admin.name } } });
  });

  it('refuses who is listed already, and takes back who was removed', () => {
    const again = { ...AddApprover, approver: choose(approverTwo, uidOf(2009)) };
    given(...inReview())
      .when(again)
      .thenRefused('approver_already_listed');
    given(...live(...lives.IN_REVIEW, RemoveApprover))
      .when(again)
      .thenTypes('ApproverAdded');
    given(...inReview())
      .when({ ...AddApprover, approver: choose(employee, uidOf(2009)) })
      .thenRefused('approver_not_eligible');
  });
});

describe('remove an approver', () => {
  it('cancels the approval, which is no longer shown', () => {
    const events = live(...lives.IN_REVIEW, { ...RemoveApprover, reason: ' On leave. ' });
    expect(events.at(-1)).toMatchObject({ type: 'ApproverRemoved', data: { reason: 'On leave.' } });
    const state = stateOf(events);
    expect(state.kind === 'document' && standingApprovals(state.current)).toMatchObject([{ uid: approvalOne }]);
  });

  it('may leave its reason out, and takes one of at most 1000 characters', () => {
    const because = (reason: string) => given(...inReview()).when({ ...RemoveApprover, reason });
    because(' ').then(live(...lives.IN_REVIEW, RemoveApprover).at(-1)!);
    because('x'.repeat(1000)).thenTypes('ApproverRemoved');
    expect(because('x'.repeat(1001)).thenRefused('invalid_input').fields).toEqual({
      reason: ['Invalid Input. Enter up to 1000 characters.'],
    });
  });

  it('approves the version when the last open approval goes and a signature stands', () => {
    given(...oneSigned())
      .when({ ...RemoveApprover, principal: admin })
      .thenTypes('ApproverRemoved', 'DocumentApproved');
  });

  it('by the owner, an approver or who sent it approves nothing', () => {
    for (const principal of [author, { ...approverOne, role: 'ADMIN' as const }, { ...author, role: 'ADMIN' as const }])
      given(...oneSigned())
        .when({ ...RemoveApprover, principal })
        .thenRefused('not_allowed');
  });

  it('refuses the last approver, a signature that was given, and an approval that is not there', () => {
    const removed = live(...lives.IN_REVIEW, RemoveApprover);
    given(...removed)
      .when({ ...RemoveApprover, approval: approvalOne })
      .thenRefused('approver_is_last');
    given(...oneSigned())
      .when({ ...RemoveApprover, approval: approvalOne })
      .thenRefused('approval_not_open');
    given(...removed)
      .when(RemoveApprover)
      .thenRefused('approval_not_open');
    given(...inReview())
      .when({ ...RemoveApprover, approval: uidOf(9) })
      .thenRefused('not_found');
  });
});

describe('replace an approver', () => {
  const replaced = () => live(...lives.IN_REVIEW, ReplaceApprover);

  it('cancels the open approval and asks somebody else in its place, in one act with its reason', () => {
    given(...inReview())
      .when({ ...ReplaceApprover, reason: ' On leave. ' })
      .then({
        type: 'ApproverReplaced',
        data: {
          document: documentUid,
          version: '1.0',
          approval: { uid: approvalTwo, user: approverTwo.uid, name: approverTwo.name },
          replacement: { uid: ReplaceApprover.approver.approval, user: admin.uid, name: admin.name },
          reason: 'On leave.',
          because: 'admin',
        },
      });
    const [replacedAbsent] = given(...inReview())
      .when({ ...ReplaceApprover, absent: true })
      .thenTypes('ApproverReplaced');
    expect(replacedAbsent?.data).toMatchObject({ because: 'absence' });
    const state = stateOf(replaced());
    expect(state.kind === 'document' && standingApprovals(state.current)).toMatchObject([
      { uid: approvalOne },
      { uid: ReplaceApprover.approver.approval, status: 'OPEN' },
    ]);
  });

  it('counts the new approver: the version is approved only once that one has signed', () => {
    const { approver } = ReplaceApprover;
    const last = { ...Approve, principal: admin, approval: approver.approval, signing: signing(admin, [final.sha256]) };
    given(...live(...lives.IN_REVIEW, ReplaceApprover, Approve))
      .when(last)
      .thenTypes('ApprovalGiven', 'DocumentApproved');
    given(...replaced())
      .when(approveTwo)
      .thenRefused('approval_not_open');
  });

  it('replaces the last approver too', () => {
    given(...live(...lives.IN_REVIEW, RemoveApprover))
      .when({ ...ReplaceApprover, approval: approvalOne })
      .thenTypes('ApproverReplaced');
  });

  it('refuses a given signature, an unknown approval, who cannot approve, who is listed, and no reason', () => {
    given(...oneSigned())
      .when({ ...ReplaceApprover, approval: approvalOne })
      .thenRefused('approval_not_open');
    given(...replaced())
      .when(ReplaceApprover)
      .thenRefused('approval_not_open');
    given(...inReview())
      .when({ ...ReplaceApprover, approval: uidOf(9) })
      .thenRefused('not_found');
    given(...inReview())
      .when({ ...ReplaceApprover, approver: choose(employee, uidOf(2009)) })
      .thenRefused('approver_not_eligible');
    given(...inReview())
      .when({ ...ReplaceApprover, approver: choose(approverOne, uidOf(2009)) })
      .thenRefused('approver_already_listed');
    given(...inReview())
      .when({ ...ReplaceApprover, reason: ' ' })
      .thenRefused('invalid_input');
  });
});
