import type { EventType } from '#events/catalogue.ts';
import type { Handlers, Projected, Projection, ProjectionWriter } from './projection.ts';
import type { AuditSubject } from './statuses.ts';

type Subjects = (event: Projected) => readonly (readonly [AuditSubject, string | null | undefined])[];
type SubjectsOf = { [T in EventType]: (event: Projected<T>) => ReturnType<Subjects> };

const ofDocument = ({ data }: { data: { document: string } }) => [['document', data.document]] as const;
const ofUser = ({ data }: { data: { user: string } }) => [['user', data.user]] as const;
const ofUserAndOrganisation = ({ org, data }: { org: string; data: { user: string } }) =>
  [
    ['organisation', org],
    ['user', data.user],
  ] as const;
const ofAbsence = ({ data }: Projected<'AbsenceDeclared' | 'AbsenceEnded'>) =>
  [
    ['user', data.user],
    ['user', data.deputy.uid],
  ] as const;
const ofDepartment = ({ data }: { data: { department: string } }) => [['department', data.department]] as const;
const ofOrganisation = ({ org }: { org: string }) => [['organisation', org]] as const;
const ofApproval = ({ data }: { data: { document: string; approval: { user: string } } }) =>
  [
    ['document', data.document],
    ['user', data.approval.user],
  ] as const;
const ofDocumentAndAuthor = ({ data }: { data: { document: string; author: { uid: string } } }) =>
  [
    ['document', data.document],
    ['user', data.author.uid],
  ] as const;
const ofApprovals = ({ data }: { data: { document: string; approvals: readonly { user: string }[] } }) => [
  ['document', data.document] as const,
  ...data.approvals.map(({ user }) => ['user', user] as const),
];
/** People and documents of a batch are found by its records (the view `read.audit`); the cause is named here. */
const ofCause = ({ data }: Projected<'TrainingAssigned' | 'TrainingCarriedOver' | 'TrainingCancelled'>) =>
  [
    ['document', data.document?.uid],
    ['user', data.user?.uid],
  ] as const;

/** Whom and what each event is about. The one who did it is added to these. */
const subjects: SubjectsOf = {
  OrganisationCreated: ofOrganisation,
  OrganisationSettingsChanged: ofOrganisation,
  EarlierPeopleVerified: ({ org, data }) => [
    ['organisation', org],
    ...data.people.map(({ uid }) => ['user', uid] as const),
  ],
  OrganisationExported: ofOrganisation,
  OrganisationImported: ofOrganisation,
  ClockMovedBack: ofOrganisation,
  FunctionalAreaCreated: ofOrganisation,
  FunctionalAreaRenamed: ofOrganisation,
  FunctionalAreaRetired: ofOrganisation,
  FunctionalAreaReinstated: ofOrganisation,
  FunctionCreated: ofOrganisation,
  FunctionRenamed: ofOrganisation,
  FunctionRetired: ofOrganisation,
  FunctionReinstated: ofOrganisation,
  ServiceAccountCreated: ({ org, data }) => [
    ['organisation', org],
    ['user', data.owner.uid],
  ],
  ServiceAccountRotated: ofOrganisation,
  ServiceAccountRevoked: ofOrganisation,
  WebhookRegistered: ofOrganisation,
  WebhookChanged: ofOrganisation,
  WebhookRemoved: ofOrganisation,
  WebhookDeliverySkipped: ofOrganisation,
  WebhookDisabled: ofOrganisation,
  RouteDefined: ofOrganisation,
  RouteChanged: ofOrganisation,
  RouteRetired: ofOrganisation,
  ImportBegun: ofOrganisation,
  ImportColumnsMapped: ofOrganisation,
  ImportTitlesCut: ofOrganisation,
  ImportDatesOrdered: ofOrganisation,
  ImportExceptionsAccepted: ofOrganisation,
  ImportFilesMended: ofOrganisation,
  ImportPreviewed: ofOrganisation,
  ImportChecked: ofOrganisation,
  ImportApproved: ofOrganisation,
  ImportCompleted: ofOrganisation,
  ImportAbandoned: ofOrganisation,
  PersonImported: ofUser,
  DocumentImported: ofDocument,
  VersionImported: ofDocument,
  TrainingImported: ({ data }) => [
    ['document', data.document],
    ['user', data.user.uid],
  ],
  ChangeRequested: ofDocumentAndAuthor,
  ChangeRequestAccepted: ofDocumentAndAuthor,
  ChangeRequestDeclined: ofDocumentAndAuthor,
  ChangeRequestCarriedOut: ofDocumentAndAuthor,
  DepartmentCreated: ofDepartment,
  DepartmentRenamed: ofDepartment,
  UserRegistered: ofUser,
  UserInvited: ofUser,
  UserConfirmed: ofUser,
  UserReconfirmed: ofUser,
  UserEdited: ofUser,
  UserDeactivated: ofUser,
  UserReactivated: ofUser,
  VerificationCodeIssued: ofUser,
  PasswordSet: ofUser,
  IdentityVerified: ofUser,
  EmailChangeRequested: ofUser,
  EmailChangeCancelled: ofUser,
  EmailChanged: ofUser,
  AuthenticatorEnrolled: ofUser,
  AuthenticatorRevoked: ofUser,
  RecoveryCodesIssued: ofUser,
  DirectoryLinked: ofUser,
  DirectoryUnlinked: ofUser,
  BreakGlassUsed: ofUserAndOrganisation,
  SignatureStatementAccepted: ofUser,
  FunctionGranted: ofUserAndOrganisation,
  FunctionWithdrawn: ofUserAndOrganisation,
  AbsenceDeclared: ofAbsence,
  AbsenceEnded: ofAbsence,
  UserManagerChanged: ofUser,
  UserSignedIn: ofUser,
  UserSignedOut: ofUser,
  SignInFailed: ofUser,
  UserLockedOut: ofUser,
  AccountUnlocked: ofUser,
  SessionExpired: ofUser,
  SessionsEnded: ofUser,
  EmailSentAgain: ({ data }) => [['user', data.user], ...data.documents.map((uid) => ['document', uid] as const)],
  SignatureCredentialRefused: ({ data }) => [
    ['user', data.user],
    ['document', data.document],
  ],
  DocumentCreated: ofDocument,
  DocumentEdited: ofDocument,
  DocumentFileAttached: ofDocument,
  DocumentSentForReview: ofApprovals,
  DocumentDeclaredExternallyEffective: ofDocument,
  ApproverAdded: ofApproval,
  ApproverRemoved: ofApproval,
  ApproverReplaced: ({ data }) => [
    ['document', data.document],
    ['user', data.approval.user],
    ['user', data.replacement.user],
  ],
  ApprovalGiven: ofApproval,
  ApprovalRejected: ofApproval,
  ApprovalsCancelled: ofApprovals,
  StepOpened: ofApprovals,
  StepCompleted: ofDocument,
  DocumentApproved: ofDocument,
  DocumentRejected: ofDocument,
  DocumentPublished: ofDocument,
  EffectiveDateChanged: ofDocument,
  DocumentDepartmentsChanged: ofDocument,
  DocumentBecameEffective: ofDocument,
  DocumentRevised: ofApprovals,
  DocumentRetired: ofDocument,
  DocumentReinstated: ofDocument,
  CommentMade: ofDocumentAndAuthor,
  CommentAnswered: ({ data }) => [
    ['document', data.document],
    ['user', data.author.uid],
    ['user', data.to.uid],
  ],
  CommentResolved: ({ data }) => [
    ['document', data.document],
    ['user', data.by.uid],
  ],
  SeparationOfDutiesWaived: ofDocument,
  OwnershipTransferred: ({ data }) => [
    ['document', data.document],
    ['user', data.from.uid],
    ['user', data.to.uid],
  ],
  DocumentDiscarded: ofDocument,
  SignedPdfMade: ofDocument,
  ComparisonMade: ofDocument,
  DocumentReviewed: ofDocument,
  DocumentAreaRenamed: ofDocument,
  DocumentFileDownloaded: ({ data }) => [
    ['document', data.document],
    ['user', data.user.uid],
  ],
  OriginalRetrieved: ({ data, actor }) => [
    ['document', data.document],
    ...(actor.kind === 'service_account' ? [] : [['user', data.by.uid] as const]),
  ],
  TrainingAssigned: ofCause,
  TrainingCarriedOver: ofCause,
  TrainingCancelled: ofCause,
  TrainingDueChanged: ({ data }) => [
    ['document', data.document.uid],
    ...data.records.map(({ user }) => ['user', user] as const),
  ],
  TrainingReminded: ({ data }) => [
    ['document', data.document.uid],
    ['user', data.user.uid],
  ],
  EvidenceExported: ({ org, data: { kind, document, person } }) => [
    ['document', document?.uid],
    ['user', person?.uid],
    ['organisation', kind === 'organisation' ? org : null],
  ],
  // Its record names person, document and position.
  TrainingCompleted: () => [],
};

function enter(event: Projected, to: ProjectionWriter): void {
  const { actor, position, type } = event;
  const about = (subjects[type] as Subjects)(event);
  const entered: string[] = [];
  for (const [kind, subject] of about) {
    if (!subject || entered.includes(subject)) continue;
    entered.push(subject);
    to.put('audit_entry', { subject, position, kind });
  }
  if (actor.kind === 'user' && type !== 'TrainingCompleted' && !entered.includes(actor.uid))
    to.put('audit_entry', { subject: actor.uid, position, kind: 'user' });
}

/** Whose audit trail an event belongs to: each subject's, and that of the person who did it. */
export const auditTrail: Projection = {
  name: 'audit-trail',
  tables: ['audit_entry'],
  handles: Object.fromEntries(Object.keys(subjects).map((type) => [type, enter])) as Handlers,
};
