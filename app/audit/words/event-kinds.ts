import type { EventType } from '#events/catalogue.ts';

/** The kinds of event that filter a document's trail: the value in the address, and its label. */
export const eventKinds = {
  signatures: 'Signatures',
  status: 'Status changes',
  files: 'Files',
  training: 'Training',
  other: 'Other changes',
} as const;
export type EventKind = keyof typeof eventKinds;

/** The kinds of an event; a training record's signature has two. */
const kinds: Partial<Record<EventType, readonly EventKind[]>> = {
  ApprovalGiven: ['signatures'],
  ApprovalRejected: ['signatures'],
  SignatureCredentialRefused: ['signatures'],
  TrainingCompleted: ['signatures', 'training'],
  DocumentImported: ['status'],
  VersionImported: ['status'],
  TrainingImported: ['training'],
  DocumentCreated: ['status'],
  DocumentSentForReview: ['status'],
  DocumentDeclaredExternallyEffective: ['status'],
  StepOpened: ['status'],
  StepCompleted: ['status'],
  DocumentApproved: ['status'],
  DocumentRejected: ['status'],
  DocumentPublished: ['status'],
  DocumentBecameEffective: ['status'],
  DocumentRevised: ['status'],
  DocumentRetired: ['status'],
  DocumentReinstated: ['status'],
  DocumentDiscarded: ['status'],
  DocumentFileAttached: ['files'],
  DocumentFileDownloaded: ['files'],
  OriginalRetrieved: ['files'],
  SignedPdfMade: ['files'],
  ComparisonMade: ['files'],
  TrainingAssigned: ['training'],
  TrainingCarriedOver: ['training'],
  TrainingCancelled: ['training'],
  TrainingDueChanged: ['training'],
  TrainingReminded: ['training'],
  DocumentEdited: ['other'],
  ApproverAdded: ['other'],
  ApproverRemoved: ['other'],
  ApproverReplaced: ['other'],
  ApprovalsCancelled: ['other'],
  EffectiveDateChanged: ['other'],
  DocumentDepartmentsChanged: ['other'],
  DocumentReviewed: ['other'],
  DocumentAreaRenamed: ['other'],
  OwnershipTransferred: ['other'],
  SeparationOfDutiesWaived: ['other'],
  ChangeRequested: ['other'],
  ChangeRequestAccepted: ['other'],
  ChangeRequestDeclined: ['other'],
  ChangeRequestCarriedOut: ['other'],
  CommentMade: ['other'],
  CommentAnswered: ['other'],
  CommentResolved: ['other'],
  EvidenceExported: ['other'],
};

/** The event types of a kind. */
export const typesOf = (kind: EventKind): string[] =>
  Object.entries(kinds).flatMap(([type, of]) => (of.includes(kind) ? [type] : []));
