import { describe, expect, it } from 'vitest';
import { documentDecider } from '#events/document/decide.ts';
import { standingApprovals, versionOf } from '#events/document/state.ts';
import {
  admin,
  approverOne,
  approverTwo,
  author,
  choose,
  employee,
  now,
  signing,
  uidOf,
} from '#tests/deciders/people.ts';
import {
  approvalOne,
  approvalTwo,
  commands,
  documentUid,
  eventsIn,
  final,
  lives,
  live,
  nextFinal,
  stateOf,
} from '#tests/deciders/document-world.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const { AddApprover, Approve, Reject, RemoveApprover, ReplaceApprover, Revise } = commands;
const inReview = () => eventsIn('IN_REVIEW');
const oneSigned = () => live(...lives.IN_REVIEW, Approve);
const approveTwo = {
  ...Approve,
  principal: approverTwo,
  approval: approvalTwo,
  signing: signing(approverTwo, [final.sha256]),
};

describe('approve', () => {
  it('[P11-50] [P11-70] [A11-14] records who, when, what it means and over which exact PDF', () => {
    given(...inReview())
      .when(Approve)
      .then({
        type: 'ApprovalGiven',
        data: {
          document: documentUid,
          version: '1.0',
          approval: { uid: approvalOne, user: approverOne.uid, name: approverOne.name },
          signature: {
            signer: approverOne.uid,
            printedName: approverOne.name,
            signedName: approverOne.name,
            role: 'AUTHOR',
            meaning: 'approved',
            reason: 'I approve of this document.',
            document: documentUid,
            version: '1.0',
            sha256: final.sha256,
            signedAt: now,
            credential: { method: 'email and password', checkedAt: now },
          },
        },
      });
  });

  it('approves the version with the last signature', () => {
    given(...oneSigned())
      .when(approveTwo)
      .thenTypes('ApprovalGiven', 'DocumentApproved');
  });

  it('records the same approval once, also after the document moved on', () => {
    given(...oneSigned())
      .when(Approve)
      .thenNothing();
    for (const status of ['APPROVED', 'PENDING', 'EFFECTIVE', 'RETIRED'] as const) {
      given(...eventsIn(status))
        .when(Approve)
        .thenNothing();
    }
    given(...live(...lives.APPROVED, Revise))
      .when(Approve)
      .thenNothing();
  });

  it("[P11-10g] refuses another person's approval and an approval that is not there", () => {
    for (const principal of [author, admin, approverTwo, employee]) {
      const { detail } = given(...inReview())
        .when({ ...Approve, principal })
        .thenRefused('approval_not_yours');
      expect(detail).toBe("You don't have permission to approve this document.");
    }
    given(...inReview())
      .when({ ...Approve, approval: uidOf(9) })
      .thenRefused('approval_not_yours');
  });

  it('refuses a cancelled approval: removed, revised away', () => {
    const removed = live(...lives.IN_REVIEW, RemoveApprover);
    given(...removed)
      .when(approveTwo)
      .thenRefused('approval_not_open');
    given(...live(...lives.IN_REVIEW, Revise))
      .when(Approve)
      .thenRefused('approval_not_open');
  });

  it('refuses while the PDF of that version was not opened', () => {
    for (const opened of [[], [nextFinal.sha256]]) {
      const command = { ...Approve, signing: signing(approverOne, opened) };
      given(...inReview())
        .when(command)
        .thenRefused('signature_pdf_not_opened');
    }
  });

  it('refuses the PDF of the version before after a revision', () => {
    const command = { ...Approve, approval: uidOf(2011) };
    given(...live(...lives.IN_REVIEW, Revise))
      .when(command)
      .thenRefused('signature_pdf_not_opened');
  });
});

describe('reject', () => {
  it('[P11-50] records the signature with its reason and cancels every other open approval', () => {
    const events = given(...inReview())
      .when(Reject)
      .thenTypes('ApprovalRejected', 'ApprovalsCancelled', 'DocumentRejected');
    expect(events[0]).toMatchObject({
      data: {
        signature: { meaning: 'rejected', reason: 'Step 6.3 refers to a retired form.', signer: approverTwo.uid },
      },
    });
    expect(events[1]).toMatchObject({ data: { because: 'rejected', approvals: [{ uid: approvalOne }] } });
  });

  it('leaves the signatures that were given', () => {
    given(...oneSigned())
      .when(Reject)
      .thenTypes('ApprovalRejected', 'DocumentRejected');
    const state = stateOf(live(...lives.IN_REVIEW, Approve, Reject));
    expect(state).toMatchObject({ current: { approvals: [{ status: 'APPROVED' }, { status: 'REJECTED' }] } });
  });

  it('needs a reason of at most 1000 characters', () => {
    const because = (reason: string | null) =>
      given(...inReview()).when({ ...Reject, signing: signing(approverTwo, [final.sha256], reason) });
    expect(because(null).thenRefused('invalid_input').fields).toEqual({ reason: ['This field is required.'] });
    because('   ').thenRefused('invalid_input');
    because('x'.repeat(1001)).thenRefused('invalid_input');
    because('x'.repeat(1000)).thenTypes('ApprovalRejected', 'ApprovalsCancelled', 'DocumentRejected');
  });

  it('records the same rejection once, and refuses to approve after it', () => {
    given(...eventsIn('REJECTED'))
      .when(Reject)
      .thenNothing();
    given(...eventsIn('REJECTED'))
      .when(approveTwo)
      .thenRefused('document_not_in_status');
  });
});

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
    expect(because('x'.repeat(1001)).thenRefused('invalid_input').fields).toEqual({ reason: ['Invalid Input.'] });
  });

  it('approves the version when the last open approval goes and a signature stands', () => {
    given(...oneSigned())
      .when(RemoveApprover)
      .thenTypes('ApproverRemoved', 'DocumentApproved');
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
        },
      });
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

  it('refuses a signature that was given, an approval that is not there, who cannot approve, who is listed, and no reason', () => {
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

describe('[P11-70] the signed PDF', () => {
  const { KeepSignedPdf } = commands;
  it('is signed once, for the version that it was made from', () => {
    const signed = live(...lives.APPROVED, KeepSignedPdf);
    const state = stateOf(signed);
    expect(state.kind === 'document' && versionOf(state, '1.0')?.signedPdf).toEqual(KeepSignedPdf.file);
    given(...signed)
      .when(KeepSignedPdf)
      .thenNothing();
    given(...eventsIn('APPROVED'))
      .when({ ...KeepSignedPdf, original: nextFinal.sha256 })
      .thenRefused('conflict');
    given(...eventsIn('APPROVED'))
      .when({ ...KeepSignedPdf, version: '9.0' })
      .thenRefused('not_found');
  });

  it('is made for a version that was superseded meanwhile', () => {
    given(...live(...lives.APPROVED, Revise))
      .when(KeepSignedPdf)
      .thenTypes('SignedPdfMade');
  });
});
