import type { EventType } from '#events/catalogue.ts';
import type { Scope } from '#events/service-account/scopes.ts';

const people = ['people:write'] as const;
const documents = ['documents:write'] as const;
const either = [...documents, ...people] as const;
const webhooks = ['webhooks'] as const;

/**
 * The events that a service account may cause, with the scopes that each takes one of. Every other event takes a
 * person or the product itself: no account signs, publishes, retires or changes settings.
 */
const allowedEvents: Partial<Record<EventType, readonly Scope[]>> = {
  DocumentCreated: documents,
  DocumentEdited: documents,
  DocumentFileAttached: documents,
  DocumentSentForReview: documents,
  StepOpened: documents,
  StepCompleted: documents,
  DocumentApproved: documents,
  DocumentRevised: documents,
  DocumentDiscarded: documents,
  DocumentDepartmentsChanged: documents,
  OwnershipTransferred: documents,
  ApproverAdded: documents,
  ApproverRemoved: documents,
  ApproverReplaced: documents,
  ApprovalsCancelled: documents,
  ChangeRequested: documents,
  ChangeRequestAccepted: documents,
  ChangeRequestDeclined: documents,
  CommentMade: documents,
  CommentAnswered: documents,
  CommentResolved: documents,
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
};

/** Whether a service account with these scopes may cause an event: yes, for want of a scope not, or never. */
export function mayCause(scopes: readonly Scope[], type: string): 'yes' | 'no-scope' | 'never' {
  const some = (allowedEvents as Record<string, readonly Scope[] | undefined>)[type];
  if (!some) return 'never';
  return some.some((scope) => scopes.includes(scope)) ? 'yes' : 'no-scope';
}
