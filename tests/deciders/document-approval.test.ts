import { describe, expect, it } from 'vitest';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { signablePdfs, versionOf } from '#events/document/state.ts';
import { admin, approverOne, approverTwo, author, employee, now, signing, uidOf } from '#tests/deciders/people.ts';
import {
  approvalOne,
  approveTwo,
  commands,
  documentUid,
  eventsIn,
  final,
  lives,
  live,
  oneSigned,
  nextFinal,
  stateOf,
} from '#tests/deciders/document-world.ts';
import { documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const { Approve, Reject, RemoveApprover, Revise } = commands;
const inReview = () => eventsIn('IN_REVIEW');

describe('approve', () => {
  it('[P11-50a] [P11-70] [A11-14b] records who, when, what it means and over which exact PDF', () => {
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
            comparison: null,
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
  it('[P11-50a] records the signature with its reason and cancels every other open approval', () => {
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

describe('[P11-70] the signed PDF', () => {
  const { KeepSignedPdf } = commands;
  it('is signed once, for the version that it was made from', () => {
    const signed = live(...lives.APPROVED, KeepSignedPdf);
    const state = stateOf(signed);
    expect(state.kind === 'document' && versionOf(state, '1.0')?.signedPdf).toEqual(KeepSignedPdf.file);
    given(...signed)
      .when(KeepSignedPdf)
      .thenNothing();
    given(...signed)
      .when({ ...KeepSignedPdf, upTo: '9' })
      .thenNothing();
    given(...eventsIn('APPROVED'))
      .when({ ...KeepSignedPdf, original: nextFinal.sha256 })
      .thenRefused('conflict');
    given(...eventsIn('APPROVED'))
      .when({ ...KeepSignedPdf, version: '9.0' })
      .thenRefused('not_found');
  });

  it('is made again with the acts that follow, and each one may be signed', () => {
    const again = { ...KeepSignedPdf, upTo: '100', file: { ...KeepSignedPdf.file, sha256: 'a'.repeat(64) } };
    const state = stateOf(live(...lives.APPROVED, KeepSignedPdf, again));
    const version = state.kind === 'document' ? versionOf(state, '1.0') : null;
    expect(version).toMatchObject({ signedPdf: again.file, signedUpTo: '100' });
    expect(signablePdfs(version!)).toEqual([final.sha256, again.file.sha256, KeepSignedPdf.file.sha256]);
  });

  it('is made again where an earlier schema did not say what it lists', () => {
    const [old] = live(...lives.APPROVED, KeepSignedPdf).slice(-1);
    const unsaid = { type: 'SignedPdfMade', data: { ...old!.data, upTo: null } } as DocumentEvent;
    given(...eventsIn('APPROVED'), unsaid)
      .when(KeepSignedPdf)
      .thenTypes('SignedPdfMade');
  });

  it('is made for a version that was superseded meanwhile', () => {
    given(...live(...lives.APPROVED, Revise))
      .when(KeepSignedPdf)
      .thenTypes('SignedPdfMade');
  });
});
