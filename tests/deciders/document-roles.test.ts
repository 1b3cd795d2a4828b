import { describe, expect, it } from 'vitest';
import type { LifeStatus } from '#events/document/status.ts';
import type { FailureCode } from '#events/failures.ts';
import type { Principal } from '#events/permissions.ts';
import { admin, approverOne, author, employee, otherAuthor, superAdmin, system } from '#tests/deciders/people.ts';
import { commands, commandTypes, eventsIn, stateOf } from '#tests/deciders/document-world.ts';
import { type DocumentCommand, documentDecider } from '#tests/deciders/rules.ts';

const askers = { admin, superAdmin, owner: author, otherAuthor, employee, system } satisfies Record<string, Principal>;
type Asker = keyof typeof askers;

interface Rule {
  /** A status in which the command is in sequence; null for what begins a life. */
  readonly status: LifeStatus | null;
  readonly may: readonly Asker[];
  readonly code: FailureCode;
}

const managing = ['admin', 'superAdmin', 'owner'] as const;
const admins = ['admin', 'superAdmin'] as const;

const rules: Record<DocumentCommand['type'], Rule> = {
  CreateDocument: { status: null, may: ['admin', 'superAdmin', 'owner', 'otherAuthor'], code: 'not_allowed' },
  EditDraft: { status: 'CREATED', may: managing, code: 'not_allowed' },
  AttachFile: { status: 'CREATED', may: managing, code: 'not_allowed' },
  SendForReview: { status: 'CREATED', may: managing, code: 'not_allowed' },
  DeclareExternallyEffective: { status: 'CREATED', may: admins, code: 'externally_effective_requires_admin' },
  AddApprover: { status: 'IN_REVIEW', may: managing, code: 'not_allowed' },
  RemoveApprover: { status: 'IN_REVIEW', may: managing, code: 'not_allowed' },
  ReplaceApprover: { status: 'IN_REVIEW', may: admins, code: 'not_allowed' },
  Approve: { status: 'IN_REVIEW', may: [], code: 'approval_not_yours' },
  Reject: { status: 'IN_REVIEW', may: [], code: 'approval_not_yours' },
  Publish: { status: 'APPROVED', may: admins, code: 'publish_requires_admin' },
  ChangeEffectiveDate: { status: 'PENDING', may: admins, code: 'not_allowed' },
  ChangeDepartments: { status: 'EFFECTIVE', may: admins, code: 'not_allowed' },
  BecomeEffective: { status: 'PENDING', may: ['system'], code: 'not_allowed' },
  Revise: { status: 'EFFECTIVE', may: managing, code: 'not_allowed' },
  RecordReview: { status: 'EFFECTIVE', may: managing, code: 'not_allowed' },
  Retire: { status: 'EFFECTIVE', may: admins, code: 'retire_requires_admin' },
  Reinstate: { status: 'RETIRED', may: admins, code: 'not_allowed' },
  TransferOwnership: { status: 'EFFECTIVE', may: managing, code: 'not_allowed' },
  WaiveSeparation: { status: 'IN_REVIEW', may: admins, code: 'not_allowed' },
  MakeComment: { status: 'IN_REVIEW', may: managing, code: 'not_allowed' },
  AnswerComment: { status: 'IN_REVIEW', may: [], code: 'not_found' },
  ResolveComment: { status: 'IN_REVIEW', may: [], code: 'not_found' },
  Discard: { status: 'CREATED', may: managing, code: 'not_allowed' },
  KeepSignedPdf: { status: 'APPROVED', may: ['system'], code: 'not_allowed' },
  KeepComparison: { status: 'APPROVED', may: ['system'], code: 'not_allowed' },
};

const ask = (type: DocumentCommand['type'], principal: Principal): FailureCode | 'allowed' => {
  const { status } = rules[type];
  const state = stateOf(status === null ? [] : eventsIn(status));
  const decision = documentDecider.decide({ ...commands[type], principal } as DocumentCommand, state);
  return decision.ok ? 'allowed' : decision.failure.code;
};

describe('[P11-10g] who may give which command', () => {
  for (const [name, principal] of Object.entries(askers)) {
    it.each(commandTypes)(`${name}: %s`, (type) => {
      const allowed = rules[type].may.some((one) => one === name);
      expect(ask(type, principal)).toBe(allowed ? 'allowed' : rules[type].code);
    });
  }

  it.each(commandTypes)('nobody who is not ACTIVE: %s', (type) => {
    for (const status of ['INVITED', 'INACTIVE'] as const) {
      expect(ask(type, { ...admin, status })).toBe(rules[type].code);
    }
  });

  it('no owner who lost the role of an author', () => {
    expect(ask('Revise', { ...author, role: 'EMPLOYEE' })).toBe('not_allowed');
  });

  it('no approver who lost the role of an author', () => {
    expect(ask('Approve', { ...approverOne, role: 'EMPLOYEE' })).toBe('approval_not_yours');
    expect(ask('Approve', approverOne)).toBe('allowed');
  });

  it('gives the specified words to authors who publish or retire', () => {
    const detail = (type: 'Publish' | 'Retire'): string | undefined => {
      const state = stateOf(eventsIn(type === 'Publish' ? 'APPROVED' : 'EFFECTIVE'));
      const decision = documentDecider.decide({ ...commands[type], principal: author }, state);
      return decision.ok ? undefined : decision.failure.detail;
    };
    expect(detail('Publish')).toBe('Must be an Admin user to publish a document.');
    expect(detail('Retire')).toBe('Admin access required to retire a document.');
  });

  it('lets only an admin say that a document is effective outside the system', () => {
    const details = { ...commands.CreateDocument.details, externallyEffective: true };
    const by = (principal: Principal) =>
      documentDecider.decide({ ...commands.CreateDocument, principal, details }, stateOf([]));
    expect(by(author)).toMatchObject({ ok: false, failure: { code: 'externally_effective_requires_admin' } });
    expect(by(admin).ok).toBe(true);
    const edit = { ...commands.EditDraft, details: { externallyEffective: true } };
    const draft = stateOf(eventsIn('CREATED'));
    expect(documentDecider.decide(edit, draft)).toMatchObject({
      failure: { code: 'externally_effective_requires_admin' },
    });
    expect(documentDecider.decide({ ...edit, principal: superAdmin }, draft).ok).toBe(true);
  });
});
