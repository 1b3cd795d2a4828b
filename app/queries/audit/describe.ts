import type { Actor } from '#events/actor.ts';
import type { E, EventType, Recorded } from '#events/catalogue.ts';
import type { Change, Named } from '#events/common.ts';
import { statusLabel } from '#events/document/status.ts';
import { signatureMeanings, type Signature } from '#events/signature.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';

/** An event as a sentence: who (bold on the page) and what; below it a quieter line, what changed, and the signature. */
export interface Described {
  subject: string;
  /** Goes on after the subject, without a full stop. */
  sentence: string;
  note: string | null;
  changes: Change[];
  signature: Signature | null;
  /** A person's reason, in their words. */
  reason: string | null;
  /** The status that the document reached by it, where it reached one. */
  status: 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'PENDING' | 'EFFECTIVE' | 'RETIRED' | null;
}

/** How to show dates (the organisation's zone) and people whom an event names by uid alone. */
export interface Words {
  zone: string;
  personName(uid: string): string;
}

type Told = { sentence: string } & Partial<Omit<Described, 'sentence' | 'subject'>> & { subject?: string };
type Telling = { [T in EventType]: (data: E<T>['data'], words: Words) => Told };

const list = (names: readonly { name: string }[]): string => names.map(({ name }) => name).join(', ') || 'none';
const changed = (field: string, old: string | null, now: string | null): Change => ({ field, old, new: now });
const people = (count: number): string => (count === 1 ? 'one person' : `${count} people`);
const records = (count: number): string => (count === 1 ? 'one training record' : `${count} training records`);
const status = (from: Parameters<typeof statusLabel>[0] | null, to: Parameters<typeof statusLabel>[0]): Change =>
  changed('Status', from && statusLabel(from, 0), statusLabel(to, 0));
const namedChanges = (field: string, added: readonly Named[], removed: readonly Named[]): Change[] => [
  ...removed.map(({ name }) => changed(field, name, null)),
  ...added.map(({ name }) => changed(field, null, name)),
];
const printed = (signature: Signature): string =>
  `Printed name ${signature.printedName}. Meaning: ${signatureMeanings[signature.meaning]}. Identity confirmed with email and password.`;

const fileKinds = { working: 'working document', final: 'final PDF', signed: 'signed PDF' } as const;
const purposes = {
  approval: ' for approval',
  training: ' for training',
  effective: ', which is in force',
  manage: '',
} as const;
const causes = {
  rejected: 'because the version was rejected',
  revised: 'because a newer version was made',
  retired: 'because the document was retired',
} as const;
const assignedBecause = {
  published: 'because the version was published',
  departments_changed: "because the document's departments changed",
  joined_department: 'because of the departments that they joined',
  confirmed: 'because the account was confirmed',
  reactivated: 'because the account was reactivated',
  retraining: 'because the training interval has passed',
} as const;
const cancelledBecause = {
  superseded: 'because a newer version came into force',
  retired: 'because the document was retired',
  withdrawn: 'because the scheduled version was withdrawn',
  department_removed: 'because a department was removed',
  person_left_department: 'because the person left a department',
  person_deactivated: 'because the person was deactivated',
} as const;
const signInFailures = {
  wrong_password: 'with a wrong password',
  locked: 'while the account was locked',
  not_active: 'while the account was not active',
  password_expired: 'with an expired password',
  reported_by_client: 'as a client reported',
} as const;
const refusedSignatures = {
  wrong_email: "with an email address that is not the signer's own",
  wrong_password: 'with a wrong password',
  locked: 'while the account was locked',
} as const;
const fields: Record<string, string> = {
  name: 'Title',
  type: 'Type',
  functionalArea: 'Functional area',
  docNum: 'ID',
  version: 'Version',
  externallyEffective: 'Already effective outside the system',
  trainingInterval: 'Training interval, days',
  reviewInterval: 'Review interval, days',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  role: 'Role',
};
const inWords = (changes: readonly Change[]): Change[] =>
  changes.map((one) => ({ ...one, field: fields[one.field] ?? one.field }));

const telling: Telling = {
  OrganisationCreated: ({ name }) => ({ sentence: `set up the organisation ${name}` }),
  OrganisationSettingsChanged: ({ changes, reason }) => ({
    sentence: "changed the organisation's settings",
    changes: inWords(changes),
    reason,
  }),
  ClockMovedBack: ({ lastRecordedAt, serverTime }) => ({
    subject: 'The server',
    sentence: 'had its clock set back',
    changes: [changed('Time', lastRecordedAt, serverTime)],
  }),
  DepartmentCreated: ({ name }) => ({ sentence: `created the department ${name}` }),
  DepartmentRenamed: (data) => ({
    sentence: `renamed the department ${data.old}`,
    changes: [changed('Name', data.old, data.new)],
  }),
  FunctionalAreaCreated: ({ name }) => ({ sentence: `created the functional area ${name}` }),

  UserRegistered: (data) => ({
    sentence: `registered ${data.firstName} ${data.lastName}`,
    note: `${data.email}, ${data.role}. Through the ${data.through === 'setup' ? 'set-up page' : 'console'}.`,
  }),
  UserInvited: (data) => ({
    sentence: `invited ${data.firstName} ${data.lastName}`,
    note: `${data.email}, ${data.role}. Departments: ${list(data.departments)}.`,
  }),
  UserConfirmed: () => ({ sentence: 'confirmed the account', changes: [changed('Status', 'INVITED', 'ACTIVE')] }),
  UserReconfirmed: () => ({
    sentence: 'confirmed the account again',
    changes: [changed('Status', 'INVITED', 'ACTIVE')],
  }),
  UserEdited: (data, { personName }) => ({
    sentence: `changed the profile of ${personName(data.user)}`,
    changes: [...inWords(data.changes), ...namedChanges('Department', data.departmentsAdded, data.departmentsRemoved)],
  }),
  UserDeactivated: ({ user, reason }, { personName }) => ({
    sentence: `deactivated ${personName(user)}`,
    changes: [changed('Status', 'ACTIVE', 'INACTIVE')],
    reason,
  }),
  UserReactivated: ({ user }, { personName }) => ({
    sentence: `reactivated ${personName(user)}`,
    changes: [changed('Status', 'INACTIVE', 'INVITED')],
  }),
  VerificationCodeIssued: ({ user, expiresAt }, { personName }) => ({
    sentence: `had a verification code sent to ${personName(user)}`,
    note: `Valid until ${showMoment(expiresAt)}.`,
  }),
  PasswordSet: ({ how }) => ({
    sentence: how === 'changed' ? 'changed the password' : how === 'reset' ? 'reset the password' : 'set a password',
  }),
  SignatureStatementAccepted: ({ statement }) => ({
    sentence: 'accepted the statement on electronic signatures',
    note: statement,
  }),
  UserSignedIn: ({ door }) => ({ sentence: door === 'screen' ? 'signed in' : 'signed in through a call' }),
  UserSignedOut: () => ({ sentence: 'signed out' }),
  SignInFailed: ({ user, reason }, { personName }) => ({
    subject: 'Somebody',
    sentence: `failed to sign in as ${personName(user)}`,
    note: `Tried ${signInFailures[reason]}.`,
  }),
  UserLockedOut: ({ user, until }, { personName }) => ({
    subject: 'The system',
    sentence: `locked the account of ${personName(user)}`,
    note: `Until ${showMoment(until)}.`,
  }),
  SignatureCredentialRefused: ({ reason }) => ({
    sentence: 'was refused a signature',
    note: `Tried ${refusedSignatures[reason]}.`,
  }),
  SessionsEnded: ({ count }) => ({ sentence: count === 1 ? 'ended one session' : `ended ${count} sessions` }),

  DocumentCreated: (data) => ({
    sentence: `created the document, version ${data.version}`,
    changes: [
      changed('Title', null, data.name),
      changed('Type', null, data.type),
      changed('Functional area', null, data.functionalArea),
      changed('ID', null, data.docNum),
      changed('Version', null, data.version),
      status(null, 'CREATED'),
    ],
  }),
  DocumentEdited: ({ changes }) => ({ sentence: 'edited the draft', changes: inWords(changes) }),
  DocumentFileAttached: ({ kind, version, file, replaced }) => ({
    sentence: `attached the ${fileKinds[kind]} of version ${version}`,
    note: file.name,
    changes: [
      changed('File', replaced?.name ?? null, file.name),
      changed('SHA-256', replaced?.sha256 ?? null, file.sha256),
    ],
  }),
  DocumentSentForReview: ({ version, approvals }) => ({
    sentence: `sent version ${version} to ${people(approvals.length)} for approval`,
    changes: [status('CREATED', 'IN_REVIEW'), changed('Approvers', null, list(approvals))],
    status: 'IN_REVIEW',
  }),
  DocumentDeclaredExternallyEffective: ({ version }) => ({
    sentence: `declared version ${version} already effective outside the system`,
    changes: [status('CREATED', 'APPROVED')],
    status: 'APPROVED',
  }),
  ApproverAdded: ({ version, approval }) => ({
    sentence: `asked ${approval.name} to approve version ${version}`,
    changes: [changed('Approver', null, approval.name)],
  }),
  ApproverRemoved: ({ version, approval, reason }) => ({
    sentence: `relieved ${approval.name} of approving version ${version}`,
    changes: [changed('Approver', approval.name, null)],
    reason,
  }),
  ApprovalGiven: ({ version, signature }) => ({
    sentence: `signed to approve version ${version}`,
    note: printed(signature),
    signature,
  }),
  ApprovalRejected: ({ version, signature }) => ({
    sentence: `did not approve version ${version}`,
    note: printed(signature),
    signature,
    reason: signature.reason,
  }),
  ApprovalsCancelled: ({ approvals, because }) => ({
    subject: 'The system',
    sentence: `cancelled the open approvals of ${people(approvals.length)}`,
    note: `${list(approvals)}, ${causes[because]}.`,
  }),
  DocumentApproved: ({ version }) => ({
    subject: `Version ${version}`,
    sentence: 'has all its approvals',
    changes: [status('IN_REVIEW', 'APPROVED')],
    status: 'APPROVED',
  }),
  DocumentRejected: ({ version }) => ({
    subject: `Version ${version}`,
    sentence: 'was rejected',
    changes: [status('IN_REVIEW', 'REJECTED')],
    status: 'REJECTED',
  }),
  DocumentPublished: ({ departments, effectiveAt, trainingWaived }, { zone }) => ({
    sentence: 'gave final approval and set the effective date',
    note: trainingWaived ? 'Training is not required for it to become effective.' : null,
    changes: [
      status('APPROVED', 'PENDING'),
      changed('Effective date', null, showDate(effectiveAt, zone)),
      changed('Departments', null, list(departments)),
    ],
    status: 'PENDING',
  }),
  EffectiveDateChanged: (data, { zone }) => ({
    sentence: 'changed the effective date',
    changes: [changed('Effective date', showDate(data.old, zone), showDate(data.new, zone))],
  }),
  DocumentDepartmentsChanged: ({ added, removed }) => ({
    sentence: "changed the document's departments",
    changes: namedChanges('Department', added, removed),
  }),
  DocumentBecameEffective: ({ version, effectiveAt, supersedes }) => ({
    subject: `Version ${version}`,
    sentence: supersedes ? `came into force; version ${supersedes} was superseded` : 'came into force',
    note: `By the date that was set, ${showMoment(effectiveAt)}.`,
    changes: [
      status('PENDING', 'EFFECTIVE'),
      ...(supersedes ? [changed('Version in force', supersedes, version)] : []),
    ],
    status: 'EFFECTIVE',
  }),
  DocumentRevised: ({ fromVersion, version, changes, approvals, withdrawn }) => ({
    sentence: `revised version ${fromVersion} and sent version ${version} to ${people(approvals.length)} for approval`,
    note: withdrawn ? `The scheduled version ${withdrawn} was withdrawn.` : null,
    changes: [
      changed('Version', fromVersion, version),
      ...inWords(changes),
      changed('Approvers', null, list(approvals)),
    ],
    status: 'IN_REVIEW',
  }),
  DocumentRetired: ({ reason, effectiveVersion }) => ({
    sentence: 'retired the document',
    note: effectiveVersion ? `Version ${effectiveVersion} is no longer in force.` : null,
    changes: [changed('Status', null, 'Retired')],
    reason,
    status: 'RETIRED',
  }),
  DocumentReviewed: ({ version, outcome, comment }) => ({
    sentence: `reviewed version ${version}: ${outcome === 'revise' ? 'it is to be revised' : 'no change is needed'}`,
    reason: comment,
  }),
  DocumentDiscarded: ({ name }) => ({ sentence: `discarded the draft ${name}` }),
  SignedPdfMade: ({ version, file }) => ({
    subject: 'The system',
    sentence: `made the signed PDF of version ${version}`,
    changes: [changed('SHA-256', null, file.sha256)],
  }),
  DocumentFileDownloaded: ({ kind, version, purpose }) => ({
    sentence: `downloaded the ${fileKinds[kind]} of version ${version}${purposes[purpose]}`,
  }),

  TrainingAssigned: ({ because, assignments, user }) => ({
    subject: 'The system',
    sentence:
      assignments.length === 0
        ? 'determined that nobody new needs training'
        : user
          ? `assigned training to ${user.name}`
          : `assigned training to ${people(assignments.length)}`,
    note: `${records(assignments.length)}, ${assignedBecause[because]}.`.replace(/^o/, 'O'),
  }),
  TrainingCancelled: ({ because, records: cancelled }) => ({
    subject: 'The system',
    sentence: `cancelled ${records(cancelled.length)}`,
    note: `${cancelledBecause[because].replace(/^b/, 'B')}.`,
  }),
  TrainingDueChanged: ({ records: moved }) => ({
    subject: 'The system',
    sentence: `moved the due date of ${records(moved.length)}`,
    note: 'Because the effective date changed.',
  }),
  TrainingCompleted: ({ version, signature }) => ({
    sentence: `signed the training record for version ${version}`,
    note: printed(signature),
    signature,
  }),
};

/** Tells an event in words, for the audit trail's page, PDF and CSV alike. */
export function describe(event: Recorded, words: Words): Described {
  const tell = telling[event.type] as (data: unknown, words: Words) => Told;
  const { sentence, subject, ...more } = tell(event.data, words);
  const base = { note: null, changes: [], signature: null, reason: null, status: null };
  return { ...base, ...more, sentence, subject: subject ?? nameOf(event.actor) };
}

/** Who acted, as the event recorded it. */
export function nameOf(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return actor.name;
    case 'system':
      return actor.name;
    case 'visitor':
      return 'A visitor';
  }
}
