import { describe, expect, it } from 'vitest';
import type { DocumentEventType } from '#events/document/evolve.ts';
import { documentEvents } from '#events/document/events.ts';
import { initialState, type DocumentState } from '#events/document/state.ts';
import { lifeStatuses, type LifeStatus } from '#events/document/status.ts';
import type { FailureCode } from '#events/failures.ts';
import { commands, commandTypes, eventsIn, lives, stateOf } from '#tests/deciders/document-world.ts';
import { lifeCommands, transitions } from '#events/document/transitions.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';

type Standing = LifeStatus | 'absent' | 'discarded';
type Outcome = readonly DocumentEventType[] | FailureCode;
type Row = Record<LifeStatus, Outcome>;

const wrongStatus = 'document_not_in_status';

/** Every status refuses but those that are named. */
const only = (outcomes: Partial<Row>, otherwise: FailureCode = wrongStatus): Row => ({
  ...(Object.fromEntries(lifeStatuses.map((status) => [status, otherwise])) as Row),
  ...outcomes,
});

/** rules.md section 2, cell by cell: the sound command of each type in each status. */
const matrix: Record<DocumentCommand['type'], Row> = {
  CreateDocument: only({}),
  EditDraft: only({ CREATED: ['DocumentEdited'] }),
  AttachFile: only({ CREATED: ['DocumentFileAttached'], REJECTED: ['DocumentFileAttached'] }),
  SendForReview: only({ CREATED: ['DocumentSentForReview'] }),
  DeclareExternallyEffective: only({ CREATED: ['DocumentDeclaredExternallyEffective'] }),
  AddApprover: only({ IN_REVIEW: ['ApproverAdded'] }),
  RemoveApprover: only({ IN_REVIEW: ['ApproverRemoved'] }),
  ReplaceApprover: only({ IN_REVIEW: ['ApproverReplaced'] }),
  // Before the draft was sent there are no approvers; approverOne's approval was CANCELLED by the rejection and given
  // in the rest.
  Approve: only({
    IN_REVIEW: ['ApprovalGiven'],
    CREATED: 'approval_not_yours',
    APPROVED: [],
    PENDING: [],
    EFFECTIVE: [],
    RETIRED: [],
  }),
  // approverTwo gave the approval in the later statuses, and rejects the very same way again in REJECTED.
  Reject: only({
    IN_REVIEW: ['ApprovalRejected', 'ApprovalsCancelled', 'DocumentRejected'],
    CREATED: 'approval_not_yours',
    REJECTED: [],
  }),
  Publish: only({ APPROVED: ['DocumentPublished'] }),
  ChangeEffectiveDate: only({ PENDING: ['EffectiveDateChanged'] }),
  ChangeDepartments: only({ PENDING: ['DocumentDepartmentsChanged'], EFFECTIVE: ['DocumentDepartmentsChanged'] }),
  BecomeEffective: only({ PENDING: ['DocumentBecameEffective'] }),
  Revise: only({
    IN_REVIEW: ['ApprovalsCancelled', 'DocumentRevised'],
    APPROVED: ['DocumentRevised'],
    REJECTED: ['DocumentRevised'],
    PENDING: ['DocumentRevised'],
    EFFECTIVE: ['DocumentRevised'],
  }),
  RecordReview: only({ EFFECTIVE: ['DocumentReviewed'] }),
  Retire: only({
    IN_REVIEW: ['ApprovalsCancelled', 'DocumentRetired'],
    APPROVED: ['DocumentRetired'],
    REJECTED: ['DocumentRetired'],
    PENDING: ['DocumentRetired'],
    EFFECTIVE: ['DocumentRetired'],
  }),
  Reinstate: only({ RETIRED: ['DocumentReinstated'] }),
  TransferOwnership: only(
    Object.fromEntries(
      lifeStatuses.filter((status) => status !== 'RETIRED').map((status) => [status, ['OwnershipTransferred']]),
    ),
  ),
  WaiveSeparation: only(
    Object.fromEntries(
      lifeStatuses.filter((status) => status !== 'RETIRED').map((status) => [status, ['SeparationOfDutiesWaived']]),
    ),
  ),
  MakeComment: only({ IN_REVIEW: ['CommentMade'] }, 'review_ended'),
  // Nobody has commented: change/comment.test.ts.
  AnswerComment: only({}, 'not_found'),
  ResolveComment: only({}, 'not_found'),
  Discard: only({ CREATED: ['DocumentDiscarded'] }, 'document_ever_reviewed'),
  KeepSignedPdf: only(
    {
      APPROVED: ['SignedPdfMade'],
      PENDING: ['SignedPdfMade'],
      EFFECTIVE: ['SignedPdfMade'],
      RETIRED: ['SignedPdfMade'],
    },
    'conflict',
  ),
  // Of a draft nothing is recorded.
  KeepComparison: {
    ...(Object.fromEntries(lifeStatuses.map((status) => [status, ['ComparisonMade']])) as unknown as Row),
    CREATED: 'conflict',
  },
};

const discarded: DocumentState = { kind: 'discarded' };

function stateIn(standing: Standing): DocumentState {
  if (standing === 'absent') return initialState;
  return standing === 'discarded' ? discarded : stateOf(eventsIn(standing));
}

function outcomeOf(command: DocumentCommand, state: DocumentState): Outcome {
  const decision = documentDecider.decide(command, state);
  return decision.ok ? decision.events.map((event) => event.type) : decision.failure.code;
}

describe('[P11-10f] every command in every status', () => {
  it('has a cell for each command and each status', () => {
    expect(Object.keys(matrix).sort()).toEqual([...commandTypes].sort());
    for (const row of Object.values(matrix)) expect(Object.keys(row).sort()).toEqual([...lifeStatuses].sort());
    expect(Object.keys(lives).sort()).toEqual([...lifeStatuses].sort());
  });

  it('lets each event type happen in some cell', () => {
    const happened = Object.values(matrix).flatMap((row) => Object.values(row).flatMap((outcome) => outcome));
    // A creation comes before every status; the last approver's signature is shown in document-approval.test.ts; a
    // rename is decided for the functional area.
    // Steps are those of a route: route/steps.test.ts. An import records its documents: tests/library-import.
    const types = [
      ...happened,
      'DocumentCreated',
      'DocumentApproved',
      'DocumentAreaRenamed',
      'CommentAnswered',
      'CommentResolved',
      'StepOpened',
      'StepCompleted',
      'DocumentImported',
      'VersionImported',
    ];
    expect(types).toEqual(expect.arrayContaining(Object.keys(documentEvents)));
  });

  for (const status of lifeStatuses) {
    it.each(commandTypes)(`${status}: %s`, (type) => {
      expect(outcomeOf(commands[type], stateIn(status))).toEqual(matrix[type][status]);
    });
  }

  it.each(commandTypes)('nothing yet: %s', (type) => {
    expect(outcomeOf(commands[type], stateIn('absent'))).toEqual(
      type === 'CreateDocument' ? ['DocumentCreated'] : 'not_found',
    );
  });

  it.each(commandTypes)('a discarded draft: %s', (type) => {
    expect(outcomeOf(commands[type], stateIn('discarded'))).toEqual(
      type === 'CreateDocument' ? wrongStatus : 'not_found',
    );
  });

  it('names the state and what is allowed in each refusal of the sequence', () => {
    for (const status of lifeStatuses) {
      for (const type of lifeCommands) {
        if (matrix[type][status] !== wrongStatus) continue;
        const decision = documentDecider.decide(commands[type], stateIn(status));
        const detail = decision.ok ? '' : (decision.failure.detail ?? '');
        expect(detail, `${type} in ${status}`).toContain(status);
        expect(detail, `${type} in ${status}`).toMatch(
          /Allowed now: |Nothing is allowed any more|Only an open approval/,
        );
      }
    }
  });

  it('agrees with the table that screens ask', () => {
    for (const type of lifeCommands) {
      for (const status of lifeStatuses) {
        const outcome = matrix[type][status];
        const happens = Array.isArray(outcome) && outcome.length > 0;
        expect(happens, `${type} in ${status}`).toBe(transitions[type].from.some((one) => one === status));
      }
    }
  });
});
