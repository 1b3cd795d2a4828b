import { decodePayload, type E, type EventType } from '#events/catalogue.ts';
import type { ProjectionOp, RecordedEvent } from '#events/ledger/types.ts';
import { approvals } from './approvals.ts';
import { auditTrail } from './audit-trail.ts';
import { authenticators } from './authenticators.ts';
import { changeRequests } from './change/requests.ts';
import { comparisons } from './comparisons.ts';
import { departments } from './departments.ts';
import { documentVersions } from './document-versions.ts';
import { documents } from './documents.ts';
import { functions } from './functions.ts';
import { documentRelations, libraryImports, stagedRows } from './import/imports.ts';
import { organisation } from './organisation.ts';
import { Operations, type Projected, type Projection, type ProjectionWriter } from './projection.ts';
import { readings } from './readings.ts';
import { reviewComments } from './change/comments.ts';
import { routes, versionSteps } from './routes.ts';
import { separationWaivers } from './separation-waivers.ts';
import { serviceAccounts } from './service-accounts.ts';
import { trainingRecords } from './training-records.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const projections: readonly Projection[] = [
  organisation,
  departments,
  serviceAccounts,
  webhooks,
  routes,
  users,
  authenticators,
  functions,
  documents,
  documentVersions,
  comparisons,
  approvals,
  versionSteps,
  separationWaivers,
  libraryImports,
  documentRelations,
  stagedRows,
  changeRequests,
  reviewComments,
  trainingRecords,
  readings,
  auditTrail,
];

/**
 * Which projections read each event; every other one ignores it. Complete by its type, so that a new event cannot
 * be forgotten, and compared with what the projections do by a test.
 */
export const readers: { readonly [T in EventType]: readonly Projection[] } = {
  OrganisationCreated: [organisation, auditTrail],
  OrganisationSettingsChanged: [organisation, auditTrail],
  EarlierPeopleVerified: [users, auditTrail],
  OrganisationExported: [auditTrail],
  OrganisationImported: [auditTrail],
  ClockMovedBack: [auditTrail],
  DepartmentCreated: [departments, auditTrail],
  DepartmentRenamed: [departments, auditTrail],
  FunctionalAreaCreated: [departments, auditTrail],
  FunctionalAreaRenamed: [departments, auditTrail],
  FunctionalAreaRetired: [departments, auditTrail],
  FunctionalAreaReinstated: [departments, auditTrail],
  FunctionCreated: [functions, auditTrail],
  FunctionRenamed: [functions, auditTrail],
  FunctionRetired: [functions, auditTrail],
  FunctionReinstated: [functions, auditTrail],
  ServiceAccountCreated: [serviceAccounts, auditTrail],
  ServiceAccountRotated: [serviceAccounts, auditTrail],
  ServiceAccountRevoked: [serviceAccounts, auditTrail],
  WebhookRegistered: [webhooks, auditTrail],
  WebhookChanged: [webhooks, auditTrail],
  WebhookRemoved: [webhooks, auditTrail],
  WebhookDeliverySkipped: [webhooks, auditTrail],
  WebhookDisabled: [webhooks, auditTrail],
  RouteDefined: [routes, auditTrail],
  RouteChanged: [routes, auditTrail],
  RouteRetired: [routes, auditTrail],
  ImportBegun: [libraryImports, auditTrail],
  ImportColumnsMapped: [libraryImports, auditTrail],
  ImportTitlesCut: [libraryImports, auditTrail],
  ImportDatesOrdered: [libraryImports, auditTrail],
  ImportExceptionsAccepted: [libraryImports, auditTrail],
  ImportFilesMended: [libraryImports, auditTrail],
  ImportPreviewed: [libraryImports, auditTrail],
  ImportChecked: [libraryImports, auditTrail],
  ImportApproved: [libraryImports, auditTrail],
  ImportCompleted: [
    users,
    documents,
    documentVersions,
    trainingRecords,
    documentRelations,
    stagedRows,
    libraryImports,
    auditTrail,
  ],
  ImportAbandoned: [stagedRows, libraryImports, auditTrail],
  PersonImported: [users, auditTrail],
  DocumentImported: [documents, documentRelations, auditTrail],
  VersionImported: [documentVersions, auditTrail],
  TrainingImported: [trainingRecords, auditTrail],
  ChangeRequested: [changeRequests, auditTrail],
  ChangeRequestAccepted: [changeRequests, auditTrail],
  ChangeRequestDeclined: [changeRequests, auditTrail],
  ChangeRequestCarriedOut: [changeRequests, auditTrail],
  UserRegistered: [users, auditTrail],
  UserInvited: [users, auditTrail],
  UserConfirmed: [users, auditTrail],
  UserReconfirmed: [users, auditTrail],
  UserEdited: [users, auditTrail],
  UserDeactivated: [users, auditTrail],
  UserReactivated: [users, auditTrail],
  VerificationCodeIssued: [users, auditTrail],
  PasswordSet: [users, auditTrail],
  IdentityVerified: [users, auditTrail],
  EmailChangeRequested: [users, auditTrail],
  EmailChangeCancelled: [users, auditTrail],
  EmailChanged: [users, auditTrail],
  AuthenticatorEnrolled: [authenticators, auditTrail],
  AuthenticatorRevoked: [authenticators, users, auditTrail],
  RecoveryCodesIssued: [auditTrail],
  DirectoryLinked: [users, auditTrail],
  DirectoryUnlinked: [users, auditTrail],
  BreakGlassUsed: [auditTrail],
  SignatureStatementAccepted: [users, auditTrail],
  FunctionGranted: [functions, auditTrail],
  FunctionWithdrawn: [functions, auditTrail],
  AbsenceDeclared: [functions, auditTrail],
  AbsenceEnded: [functions, auditTrail],
  UserManagerChanged: [users, auditTrail],
  UserSignedIn: [auditTrail],
  UserSignedOut: [auditTrail],
  SignInFailed: [auditTrail],
  UserLockedOut: [users, auditTrail],
  AccountUnlocked: [users, auditTrail],
  SignatureCredentialRefused: [auditTrail],
  SessionExpired: [auditTrail],
  SessionsEnded: [auditTrail],
  EmailSentAgain: [auditTrail],
  DocumentCreated: [documents, auditTrail],
  DocumentEdited: [documents, auditTrail],
  DocumentFileAttached: [documents, auditTrail],
  DocumentSentForReview: [documents, documentVersions, approvals, versionSteps, auditTrail],
  DocumentDeclaredExternallyEffective: [documents, documentVersions, auditTrail],
  ApproverAdded: [approvals, auditTrail],
  ApproverRemoved: [approvals, auditTrail],
  ApproverReplaced: [approvals, auditTrail],
  ApprovalGiven: [approvals, auditTrail],
  ApprovalRejected: [approvals, auditTrail],
  ApprovalsCancelled: [approvals, auditTrail],
  StepOpened: [approvals, versionSteps, auditTrail],
  StepCompleted: [versionSteps, auditTrail],
  DocumentApproved: [documents, documentVersions, auditTrail],
  DocumentRejected: [documents, documentVersions, auditTrail],
  DocumentPublished: [documents, documentVersions, auditTrail],
  EffectiveDateChanged: [documents, documentVersions, auditTrail],
  DocumentDepartmentsChanged: [documentVersions, auditTrail],
  DocumentBecameEffective: [documents, documentVersions, auditTrail],
  DocumentRevised: [documents, documentVersions, approvals, versionSteps, auditTrail],
  DocumentRetired: [documents, documentVersions, auditTrail],
  DocumentReinstated: [documents, auditTrail],
  CommentMade: [reviewComments, auditTrail],
  CommentAnswered: [reviewComments, auditTrail],
  CommentResolved: [reviewComments, auditTrail],
  SeparationOfDutiesWaived: [separationWaivers, auditTrail],
  OwnershipTransferred: [documents, auditTrail],
  DocumentDiscarded: [documents, auditTrail],
  SignedPdfMade: [documentVersions, auditTrail],
  ComparisonMade: [comparisons, auditTrail],
  DocumentReviewed: [documents, auditTrail],
  DocumentAreaRenamed: [documents, auditTrail],
  DocumentFileDownloaded: [readings, auditTrail],
  OriginalRetrieved: [auditTrail],
  TrainingAssigned: [trainingRecords, auditTrail],
  TrainingCarriedOver: [trainingRecords, auditTrail],
  TrainingCancelled: [trainingRecords, auditTrail],
  TrainingDueChanged: [trainingRecords, auditTrail],
  TrainingReminded: [trainingRecords, auditTrail],
  TrainingCompleted: [trainingRecords, auditTrail],
  EvidenceExported: [auditTrail],
};

/** Hands an event to the projections that read it, without its stream version, which an append does not know yet. */
export function apply(
  reading: readonly Projection[],
  { org, actor, recordedAt, position }: RecordedEvent,
  { type, data }: E,
  to: ProjectionWriter,
): void {
  const event = { type, data, org, actor, recordedAt, position } as Projected;
  for (const { handles } of reading) (handles[type] as (event: Projected, to: ProjectionWriter) => void)(event, to);
}

/**
 * What the read models do with an event as it is being recorded: `Reactions.project` of the ledger. Throws where the
 * payload does not fit the catalogue, before anything is recorded.
 */
export function project(event: RecordedEvent): ProjectionOp[] {
  const to = new Operations();
  const decoded = decodePayload(event);
  apply(readers[decoded.type], event, decoded, to);
  return to.list;
}
