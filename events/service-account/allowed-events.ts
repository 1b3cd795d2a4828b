import type { E, EventType } from '#events/catalogue.ts';
import type { Decision } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import type { Principal } from '#events/permissions.ts';
import type { Scope } from '#events/service-account/scopes.ts';
import type { Role } from '#events/user/events.ts';

const people = ['people:write'] as const;
const documents = ['documents:write'] as const;
const either = [...documents, ...people] as const;
const webhooks = ['webhooks'] as const;

/**
 * The events that a service account may cause, with the scopes that each takes one of. Every other event takes a
 * person or the product itself: no account signs, approves, publishes, retires, or names approvers in a review.
 */
const allowedEvents: Partial<Record<EventType, readonly Scope[]>> = {
  DocumentCreated: documents,
  DocumentEdited: documents,
  DocumentFileAttached: documents,
  DocumentSentForReview: documents,
  StepOpened: documents,
  DocumentRevised: documents,
  DocumentDiscarded: documents,
  DocumentDepartmentsChanged: documents,
  OwnershipTransferred: documents,
  ApprovalsCancelled: documents,
  ChangeRequested: documents,
  ChangeRequestAccepted: documents,
  ChangeRequestDeclined: documents,
  CommentMade: documents,
  CommentAnswered: documents,
  OriginalRetrieved: ['documents:read'],

  TrainingAssigned: either,
  TrainingCarriedOver: either,
  TrainingCancelled: either,
  TrainingDueChanged: either,

  DepartmentCreated: people,
  DepartmentRenamed: people,
  UserInvited: people,
  UserEdited: people,
  UserManagerChanged: people,
  UserDeactivated: people,
  UserReactivated: people,
  VerificationCodeIssued: people,
  EmailChangeRequested: people,
  EmailChangeCancelled: people,
  EmailSentAgain: people,
  SessionsEnded: people,

  WebhookRegistered: webhooks,
  WebhookChanged: webhooks,
  WebhookRemoved: webhooks,
  WebhookDeliverySkipped: webhooks,
};

/** What accounts of before version 2 of `ServiceAccountCreated` could cause too. No command does it for them now. */
const allowedBefore: typeof allowedEvents = {
  StepCompleted: documents,
  DocumentApproved: documents,
  ApproverAdded: documents,
  ApproverRemoved: documents,
  ApproverReplaced: documents,
  CommentResolved: documents,
};

/**
 * Whether a service account with these scopes may cause an event: yes, for want of a scope not, or never. `wide`: by
 * the rule of before.
 */
export function mayCause(scopes: readonly Scope[], type: string, wide = false): 'yes' | 'no-scope' | 'never' {
  const table: Record<string, readonly Scope[] | undefined> = wide
    ? { ...allowedEvents, ...allowedBefore }
    : allowedEvents;
  const some = Object.hasOwn(table, type) ? table[type] : undefined;
  if (!some) return 'never';
  return some.some((scope) => scopes.includes(scope)) ? 'yes' : 'no-scope';
}

/**
 * Whether an event gives a role above EMPLOYEE, or changes a person who has one (`role`) in more than departments. A
 * program causes none (21 CFR 11.10(g)). `role`: before the event; null for a newcomer.
 */
export function concernsRight({ type, data }: E, role: Role | null): boolean {
  const hasRight = role !== null && role !== 'EMPLOYEE';
  switch (type) {
    case 'UserInvited':
      return data.role !== 'EMPLOYEE';
    case 'UserEdited':
      return hasRight
        ? data.changes.length > 0
        : data.changes.some((change) => change.field === 'role' && change.new !== 'EMPLOYEE');
    case 'UserManagerChanged':
    case 'UserDeactivated':
    case 'UserReactivated':
    case 'VerificationCodeIssued':
    case 'EmailChangeRequested':
    case 'EmailChangeCancelled':
    case 'SessionsEnded':
      return hasRight;
    default:
      return false;
  }
}

const forPeople = 'A program gives no role above Employee, and changes nothing but the departments of who has one.';

/** A decision, refused where a program acts and an event takes a person. `role`: as `concernsRight`. */
export function unlessProgram<V extends E>(
  principal: Principal,
  decision: Decision<V>,
  role: Role | null = null,
): Decision<V> {
  if (!decision.ok || principal.kind !== 'user' || !principal.program) return decision;
  if (decision.events.some(({ type }) => !Object.hasOwn(allowedEvents, type)))
    return refuse('service_account_forbidden');
  return decision.events.some((event) => concernsRight(event, role))
    ? refuse('service_account_forbidden', { detail: forPeople })
    : decision;
}
