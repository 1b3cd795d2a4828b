import { describe, expect, it } from 'vitest';
import type { FailureCode } from '#events/failures.ts';
import type { VersionRoute } from '#events/route/step.ts';
import {
  admin,
  approverOne,
  approverTwo,
  author,
  employee,
  otherAuthor,
  signing,
  superAdmin,
  uidOf,
  type Person,
} from '#tests/deciders/people.ts';
import { commands, live, lives, nextFinal, stateOf } from '#tests/deciders/document-world.ts';
import { approvalIn, asked, inStep, qualityUnit, route, sendAlong, sent, signIn } from '#tests/deciders/route/world.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const { given } = specify(documentDecider);
const after = (...more: DocumentCommand[]) => given(...live(...sent, ...more));
const draft = () => given(...live(...lives.CREATED));
const along = (more: Partial<VersionRoute>) => ({ ...sendAlong, route: { ...route, ...more } });
const choosing = (...approvers: ReturnType<typeof inStep>[]) => ({ ...sendAlong, approvers });
const [review, owner, quality] = [1, 2, 3].map((step) => inStep(asked[step] ?? admin, step, approvalIn(step))) as [
  ReturnType<typeof inStep>,
  ReturnType<typeof inStep>,
  ReturnType<typeof inStep>,
];

describe('a version along a route', () => {
  it('opens a step when the one before is complete, and is approved with the last one', () => {
    const events = live(...sent, signIn(1), signIn(2), signIn(3)).slice(-10);
    expect(events.map(({ type, data }) => ('step' in data ? `${type} ${data.step}` : type))).toEqual([
      'StepOpened 1',
      'ApprovalGiven',
      'StepCompleted 1',
      'StepOpened 2',
      'ApprovalGiven',
      'StepCompleted 2',
      'StepOpened 3',
      'ApprovalGiven',
      'StepCompleted 3',
      'DocumentApproved',
    ]);
    const [given1, , opened] = after().when(signIn(1)).thenTypes('ApprovalGiven', 'StepCompleted', 'StepOpened');
    expect(given1?.data).toMatchObject({ signature: { meaning: 'reviewed' }, approval: { step: 1 } });
    expect(opened?.data).toMatchObject({ name: 'Process owner', dueAt: '2026-03-22T14:05:00.000Z' });
    const [last] = after(signIn(1), signIn(2))
      .when(signIn(3))
      .thenTypes('ApprovalGiven', 'StepCompleted', 'DocumentApproved');
    expect(last?.data).toMatchObject({
      signature: { meaning: 'quality_approved' },
      approval: { function: qualityUnit },
    });
  });

  it('needs as many as the step asks for, and cancels who need not sign any more', () => {
    const two = choosing(review, inStep(admin, 1, uidOf(2199)), owner, quality);
    given(...live(...lives.CREATED, two))
      .when(signIn(1))
      .thenTypes('ApprovalGiven', 'ApprovalsCancelled', 'StepCompleted', 'StepOpened');
    const all = choosing(review, owner, inStep(admin, 2, uidOf(2198)), quality);
    given(...live(...lives.CREATED, all, signIn(1)))
      .when(signIn(2))
      .thenTypes('ApprovalGiven');
  });

  it('ends with a rejection at any step, which cancels those who wait too', () => {
    const no = { ...signIn(1), type: 'Reject', signing: { ...signIn(1).signing } } as const;
    const reject = { ...no, signing: signing(otherAuthor, ['b'.repeat(64)], 'Step 6.3 is wrong.') };
    const [, cancelled] = after().when(reject).thenTypes('ApprovalRejected', 'ApprovalsCancelled', 'DocumentRejected');
    expect(cancelled?.data).toMatchObject({ approvals: [{ step: 2 }, { step: 3 }] });
  });

  it('keeps its own route when the route is changed', () => {
    const state = stateOf(live(...sent));
    expect(state.kind === 'document' && state.current.route).toEqual(route);
    const revise = { ...commands.Revise, approvers: sendAlong.approvers, files: { working: null, final: nextFinal } };
    const next = { ...revise, route: { ...route, version: 4 } };
    const events = live(...sent, signIn(1), signIn(2), signIn(3), next);
    expect(events.slice(-2)).toMatchObject([{ data: { route: { version: 4 } } }, { type: 'StepOpened' }]);
  });

  it.each<[string, DocumentCommand, FailureCode]>([
    ['a step without anybody', choosing(review, quality), 'document_approvers_missing'],
    ['a quality step without anybody', choosing(review, owner), 'quality_step_required'],
    [
      'fewer than the step needs',
      along({ steps: route.steps.map((one) => ({ ...one, howMany: 2 })) }),
      'document_approvers_missing',
    ],
    ['who does not hold the function', choosing(review, owner, { ...quality, functions: [] }), 'function_missing'],
    [
      'the owner in an approving step',
      choosing(review, inStep(author, 2, approvalIn(2)), quality),
      'owner_may_not_approve',
    ],
    [
      'one person in two steps',
      choosing(review, owner, inStep(approverOne, 3, approvalIn(3))),
      'approver_already_listed',
    ],
    ['who may not approve', choosing(review, inStep(employee, 2, approvalIn(2)), quality), 'approver_not_eligible'],
    ['a step that there is not', choosing(review, owner, quality, inStep(admin, 4, uidOf(9))), 'invalid_input'],
    [
      'the owner alone',
      { ...along({ separation: 'owner_not_alone' }), approvers: [review, inStep(author, 2, approvalIn(2)), quality] },
      'owner_may_not_approve',
    ],
  ])('refuses %s', (_, command, code) => {
    const { detail = '' } = draft().when(command).thenRefused(code);
    if (code !== 'invalid_input' && code !== 'approver_not_eligible' && code !== 'approver_already_listed')
      expect(detail).toContain('Who can: ');
  });

  it('lets the owner review, one person sign twice, and the owner sign beside another, where the route says so', () => {
    draft()
      .when(choosing(inStep(author, 1, approvalIn(1)), owner, quality))
      .thenTypes('DocumentSentForReview', 'StepOpened');
    const twice = { ...along({ samePerson: true }), approvers: [review, owner, inStep(approverOne, 3, approvalIn(3))] };
    draft().when(twice).thenTypes('DocumentSentForReview', 'StepOpened');
    const beside = [review, owner, inStep(author, 2, uidOf(2190)), quality];
    const both = { ...along({ separation: 'owner_not_alone' }), approvers: beside };
    draft().when(both).thenTypes('DocumentSentForReview', 'StepOpened');
  });

  it('asks those who approved the version before, of whom only an admin may choose others', () => {
    const revise = { ...commands.Revise, files: { working: null, final: nextFinal }, route, version: '2.0' };
    const others = [review, inStep(admin, 2, approvalIn(2)), quality].map((one) => ({
      ...one,
      approval: uidOf(3000 + one.step),
    }));
    const events = live(...sent, signIn(1), signIn(2), signIn(3), commands.Publish, commands.BecomeEffective);
    given(...events)
      .when({ ...revise, approvers: others })
      .thenRefused('approver_not_eligible');
    given(...events)
      .when({ ...revise, approvers: others, principal: approverTwo })
      .thenRefused('owner_may_not_approve');
    const first = { ...others[0]!, ...inStep(otherAuthor, 1, uidOf(3001)) };
    const chosen = [first, inStep(approverOne, 2, uidOf(3002)), inStep(approverTwo, 3, uidOf(3003))];
    given(...events)
      .when({ ...revise, approvers: chosen })
      .thenTypes('DocumentRevised', 'StepOpened');
  });
});

describe('approvers within a step', () => {
  const add = { ...commands.AddApprover, approver: inStep(admin, 2, uidOf(2180)) };
  const remove = { ...commands.RemoveApprover, approval: approvalIn(3) };

  it('are added to a step that is not complete', () => {
    const [added] = after().when(add).thenTypes('ApproverAdded');
    expect(added?.data).toMatchObject({ approval: { step: 2 }, waits: true });
    const here = { ...add, approver: { ...add.approver, step: undefined } };
    const [open] = after()
      .when(here as DocumentCommand)
      .thenTypes('ApproverAdded');
    expect(open?.data).toMatchObject({ approval: { step: 1 } });
    after(signIn(1))
      .when({ ...add, approver: inStep(admin, 1, uidOf(2180)) })
      .thenRefused('step_not_open');
    after()
      .when({ ...add, approver: inStep(admin, 3, uidOf(2180), []) })
      .thenRefused('function_missing');
    after()
      .when({ ...add, approver: inStep(otherAuthor, 2, uidOf(2180)) })
      .thenRefused('approver_already_listed');
  });

  it('stay while the step needs them; the owner takes nobody out of a quality step', () => {
    after().when(remove).thenRefused('quality_step_required');
    after()
      .when({ ...remove, principal: approverTwo })
      .thenRefused('approver_is_last');
    const more = { ...add, approver: inStep(admin, 3, uidOf(2180)) };
    after(more)
      .when({ ...remove, principal: approverTwo })
      .thenTypes('ApproverRemoved');
  });

  it('complete the step where the last open one is removed', () => {
    after(signIn(1), add, signIn(2))
      .when({ ...remove, approval: uidOf(2180) })
      .thenRefused('not_allowed');
    after(signIn(1), add, signIn(2))
      .when({ ...remove, approval: uidOf(2180), principal: superAdmin })
      .thenTypes('ApproverRemoved', 'StepCompleted', 'StepOpened');
  });

  it('are replaced by who holds the function', () => {
    const replace = { ...commands.ReplaceApprover, approval: approvalIn(3), principal: approverTwo };
    after()
      .when({ ...replace, approver: inStep(admin, 3, uidOf(2180), []) })
      .thenRefused('function_missing');
    const [replaced] = after()
      .when({ ...replace, approver: inStep(admin, 1, uidOf(2180)) })
      .thenTypes('ApproverReplaced');
    expect(replaced?.data).toMatchObject({ replacement: { step: 3, function: qualityUnit }, waits: true });
  });

  it('do not become owners', () => {
    const { uid: user, name, role, status } = approverOne;
    const transfer = { ...commands.TransferOwnership, owner: { user, name, role, status } };
    after().when(transfer).thenRefused('owner_may_not_approve');
    const { uid, ...reviewer } = otherAuthor;
    after()
      .when({ ...transfer, owner: { ...reviewer, user: uid } })
      .thenTypes('OwnershipTransferred');
  });
});

describe('signing in a step', () => {
  const holder = [qualityUnit.uid];
  const deputy: Person = admin;
  const absent = (step: number) => [asked[step]!.uid];
  const stands = (step: number, by: Person = deputy) => ({ ...signIn(step, by), deputyOf: absent(step) });

  /** Who signs step 1, 2 or 3, before step 1 is complete and after: what happens. */
  it.each<[string, number, Person, object, 'ApprovalGiven' | FailureCode, 'ApprovalGiven' | FailureCode]>([
    ['the reviewer', 1, otherAuthor, {}, 'ApprovalGiven', 'document_not_in_status'],
    ['the approver', 2, approverOne, {}, 'step_not_open', 'ApprovalGiven'],
    ['the quality unit', 3, approverTwo, {}, 'step_not_open', 'step_not_open'],
    ['the owner', 2, author, {}, 'approval_not_yours', 'approval_not_yours'],
    ['an approver of another step', 2, otherAuthor, {}, 'approval_not_yours', 'approval_not_yours'],
    ['an employee', 2, employee, {}, 'approval_not_yours', 'approval_not_yours'],
    ['a deputy', 2, deputy, { deputyOf: [approverOne.uid] }, 'step_not_open', 'ApprovalGiven'],
    [
      'the deputy of another person',
      2,
      deputy,
      { deputyOf: [approverTwo.uid] },
      'approval_not_yours',
      'approval_not_yours',
    ],
    [
      'a deputy who signs already',
      2,
      approverTwo,
      { deputyOf: [approverOne.uid] },
      'step_not_open',
      'deputy_not_eligible',
    ],
    ['the owner as a deputy', 2, author, { deputyOf: [approverOne.uid] }, 'step_not_open', 'owner_may_not_approve'],
  ])('%s', (_, step, by, facts, before, later) => {
    const command = { ...signIn(step, by), ...facts };
    const first = documentDecider.decide(command, stateOf(live(...sent)));
    expect(first.ok ? first.events[0]?.type : first.failure.code).toBe(before);
    if (step === 1) return;
    const second = documentDecider.decide(command, stateOf(live(...sent, signIn(1))));
    expect(second.ok ? second.events[0]?.type : second.failure.code).toBe(later);
  });

  it('[CFR211-22b] needs the function at that moment, of a deputy too', () => {
    const signed = after(signIn(1), signIn(2));
    signed.when({ ...signIn(3), functions: [] }).thenRefused('function_missing');
    signed.when({ ...stands(3), functions: [] }).thenRefused('deputy_not_eligible');
    const [signature] = signed
      .when({ ...stands(3), functions: holder })
      .thenTypes('ApprovalGiven', 'StepCompleted', 'DocumentApproved');
    const onBehalfOf = { user: approverTwo.uid, name: approverTwo.name };
    expect(signature?.data).toMatchObject({
      approval: { user: approverTwo.uid },
      signature: { signer: deputy.uid, onBehalfOf },
    });
  });

  it('is in the deputy’s own name once, and the absent person finds it signed', () => {
    const signed = after(signIn(1), stands(2));
    signed.when(stands(2)).thenNothing();
    signed.when(signIn(2)).thenRefused('approval_not_open');
  });

  it('lets a deputy sign without a route too, but not who signs the version already', () => {
    const byAdmin = { ...commands.Approve, principal: admin, signing: signing(admin, ['b'.repeat(64)]) };
    given(...live(...lives.IN_REVIEW))
      .when({ ...byAdmin, deputyOf: [approverOne.uid] })
      .thenTypes('ApprovalGiven');
    given(...live(...lives.IN_REVIEW))
      .when(byAdmin)
      .thenRefused('approval_not_yours');
    given(...live(...lives.IN_REVIEW))
      .when({ ...byAdmin, principal: approverTwo, deputyOf: [approverOne.uid] })
      .thenRefused('deputy_not_eligible');
  });

  it('keeps the owner out at the moment of signing, unless an admin recorded an exception', () => {
    const sentByOther = live(...lives.CREATED, { ...sendAlong, principal: admin, approvers: [review, owner, quality] });
    given(...sentByOther)
      .when({ ...signIn(1), deputyOf: [otherAuthor.uid], principal: admin, signing: signing(admin, ['b'.repeat(64)]) })
      .thenTypes('ApprovalGiven', 'StepCompleted', 'StepOpened');
    const waived = live(...sent, signIn(1), commands.WaiveSeparation);
    given(...waived)
      .when({ ...signIn(2, author), deputyOf: [approverOne.uid] })
      .thenTypes('ApprovalGiven', 'StepCompleted', 'StepOpened');
  });
});
