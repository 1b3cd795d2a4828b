import type { EventData, EventType } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import { effectiveOnOf } from '#events/document/effective-on.ts';
import type { StoredFile } from '#events/document/events.ts';
import { versionChange as change } from '#tests/golden/change-sample.ts';
import { absent, inStep, intended, route, routeSamples } from '#tests/golden/route-samples.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import { changeSamples } from '#tests/golden/change-samples.ts';
import { comparisonMade } from '#tests/golden/comparison-sample.ts';
import { importSamples } from '#tests/golden/import-samples.ts';
import { dutySamples } from '#tests/golden/duty-samples.ts';
import { settings } from '#tests/golden/first-settings.ts';
import { passkey } from '#tests/golden/passkey.ts';
import { webhookSamples } from '#tests/golden/webhook-samples.ts';
import type { Signature } from '#events/signature.ts';

const uid = (number: number): string => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const organisation = uid(1);
const document = uid(10);
const user = uid(20);
const owner: Named = { uid: uid(21), name: 'Inès Okafor' };
const quality: Named = { uid: uid(30), name: 'Quality Assurance' };
const laboratory: Named = { uid: uid(31), name: 'Labor für Prüfung' };
const title: Named = { uid: document, name: 'Batch Record Review' };
const person: Named = { uid: user, name: '小林 花' };

const file = (digit: string, name: string, mediaType: string, pages: number | null): StoredFile => ({
  objectKey: `${organisation}/${document}/${digit}`,
  name,
  mediaType,
  size: 48_213,
  sha256: digit.repeat(64),
  pages,
});
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const working = file('a', 'Batch Record Review.docx', word, null);
const final = file('b', 'Batch Record Review.pdf', 'application/pdf', 12);
const replaced = file('c', 'Draft “old”.docx', word, null);
const approval = { uid: uid(40), user, name: person.name };
const record = { record: uid(50), user, document, version: '2.1' };

const signature = (meaning: SignatureMeaning, reason: string): Signature => ({
  signer: user,
  printedName: person.name,
  signedName: person.name,
  role: 'AUTHOR',
  meaning,
  reason,
  document,
  version: '2.1',
  sha256: final.sha256,
  comparison: null,
  signedAt: '2026-03-12T14:05:00.000Z',
  credential: {
    method: 'email, password and one-time code',
    checkedAt: '2026-03-12T14:04:59.812Z',
    authenticator: uid(65),
  },
});

const forQuality = signature('quality_approved', 'I approve of this document for the quality unit.');
const profile = {
  user,
  firstName: '花',
  lastName: '小林',
  email: 'hana.kobayashi@northmere.example',
  role: 'AUTHOR',
  departments: [quality, laboratory],
} as const;
const effectiveAt = '2026-03-31T22:00:00.000Z';
const expiresAt = '2026-03-13T14:05:00.000Z';
const of = { document, version: '2.1' };

/** One full payload of every event type, in the current schema. A missing type is a type error. */
export const samples: { [T in EventType]: EventData<T> } = {
  ...importSamples,
  OrganisationCreated: { organisation, name: 'Northmere Diagnostics', domain: 'northmere.example', settings },
  OrganisationSettingsChanged: {
    organisation,
    name: 'Northmere Diagnostics',
    settings: { ...settings, timeZone: 'Europe/Berlin' },
    changes: [{ field: 'timeZone', old: 'UTC', new: 'Europe/Berlin' }],
    reason: 'The site moved.',
  },
  EarlierPeopleVerified: { organisation, people: [person] },
  OrganisationExported: { organisation, size: 1204, root: 'a3'.repeat(32) },
  OrganisationImported: { organisation, archive: '5c'.repeat(32), size: 1204, root: 'a3'.repeat(32) },
  ClockMovedBack: { lastRecordedAt: '2026-03-12T14:05:00.000Z', serverTime: '2026-03-12T14:04:58.000Z' },
  DepartmentCreated: { department: quality.uid, name: quality.name },
  DepartmentRenamed: { department: quality.uid, old: 'Quality', new: quality.name, reason: 'The unit got a new name.' },
  FunctionalAreaCreated: { area: uid(80), name: 'QA' },
  FunctionalAreaRenamed: { area: uid(80), old: 'QA', new: 'QS', reason: 'Named as in the new quality manual.' },
  FunctionalAreaRetired: { area: uid(80), name: 'QS', reason: 'Its documents are written by IT now.' },
  FunctionalAreaReinstated: { area: uid(80), name: 'QS', reason: 'Still needed for the archive.' },
  ServiceAccountCreated: {
    account: uid(70),
    name: 'HR sync',
    owner,
    scopes: ['people:read', 'people:write'],
    expiresAt: '2027-03-12T23:00:00.000Z',
    networks: ['192.0.2.0/24', '2001:db8::/32'],
    token: uid(71),
    wide: false,
  },
  ServiceAccountRotated: { account: uid(70), name: 'HR sync', token: uid(72), reason: 'The server was replaced.' },
  ServiceAccountRevoked: { account: uid(70), name: 'HR sync', reason: 'The contract has ended.' },
  UserRegistered: { ...profile, role: 'ADMIN', departments: [], through: 'setup' },
  UserInvited: { ...profile, departments: [...profile.departments], codeExpiresAt: expiresAt },
  UserConfirmed: { user },
  UserReconfirmed: { user },
  UserEdited: {
    user,
    changes: [{ field: 'role', old: 'AUTHOR', new: 'ADMIN' }],
    departments: [quality],
    departmentsAdded: [],
    departmentsRemoved: [laboratory],
    reason: 'Promoted.',
  },
  UserDeactivated: { user, fromStatus: 'INVITED', reason: 'Left the company.' },
  UserReactivated: { user, codeExpiresAt: expiresAt, reason: 'Back from leave.' },
  VerificationCodeIssued: { user, purpose: 'reset', expiresAt },
  PasswordSet: { user, how: 'changed' },
  IdentityVerified: { user, how: 'document' },
  EmailChangeRequested: {
    user,
    old: profile.email,
    new: 'hana.sato@northmere.example',
    codeExpiresAt: expiresAt,
    reason: 'Married, and has a new address.',
  },
  EmailChangeCancelled: {
    user,
    old: profile.email,
    new: 'hana.sato@northmere.example',
    reason: 'A typing error.',
  },
  EmailChanged: { user, old: profile.email, new: 'hana.sato@northmere.example' },
  AuthenticatorEnrolled: {
    user,
    authenticator: uid(66),
    kind: 'passkey',
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKey,
    model: 'YubiKey 5 Series',
  },
  AuthenticatorRevoked: {
    user,
    authenticator: uid(65),
    kind: 'totp',
    because: 'reset_by_admin',
    reason: 'The phone was lost.',
  },
  RecoveryCodesIssued: { user },
  SignatureStatementAccepted: { user, statement: 'My electronic signature is as binding as my handwritten one.' },
  UserSignedIn: { user, session: uid(60), door: 'screen', method: 'password_and_code' },
  DirectoryUnlinked: {
    user,
    issuer: 'https://login.northmere.example',
    subject: '00u1kobayashi',
    reason: 'The directory gave him another account.',
  },
  DirectoryLinked: { user, issuer: 'https://login.northmere.example', subject: '00u1kobayashi' },
  BreakGlassUsed: { user, session: uid(60) },
  UserSignedOut: { user, session: uid(60) },
  SignInFailed: { user, reason: 'wrong_password' },
  UserLockedOut: { user, until: null, tries: 'session' },
  AccountUnlocked: { user, reason: 'She called from the plant; the failures were her own.' },
  SignatureCredentialRefused: { user, document, reason: 'wrong_email' },
  SessionExpired: { user, session: uid(60), because: 'idle', endedAt: '2026-03-12T13:47:20.000Z' },
  SessionsEnded: {
    user,
    because: 'ended_by_admin',
    count: 2,
    sessions: [uid(60), uid(61)],
    reason: 'The tablet was left on the train.',
  },
  EmailSentAgain: {
    user,
    key: `41/approval-wanted/${user}`,
    template: 'approval-wanted',
    documents: [document],
    refusal: '550 5.1.1 <hana.kobayashi@northmere.example>: no such user',
  },
  DocumentCreated: {
    document,
    name: title.name,
    type: 'Work_Instruction',
    functionalArea: 'QA',
    docNum: '017',
    version: '2.1',
    owner,
    trainingInterval: 365,
    reviewInterval: 730,
    externallyEffective: false, approvers: intended, change,
  },
  DocumentEdited: { document, changes: [{ field: 'name', old: 'Batch Review', new: title.name }], approvers: intended, change },
  DocumentFileAttached: { ...of, kind: 'working', file: working, replaced, meantFor: 'draft' },
  DocumentSentForReview: { ...of, name: title.name, files: { working, final }, approvals: [inStep], route, change },
  DocumentDeclaredExternallyEffective: { ...of, name: title.name, files: { working, final } },
  ApproverAdded: { ...of, approval },
  ApproverRemoved: { ...of, approval, reason: null },
  ApproverReplaced: {
    ...of, approval,
    replacement: { uid: uid(41), user: uid(22), name: 'Márta Solheim' },
    reason: 'On parental leave until June.',
    because: 'absence',
  },
  ApprovalGiven: { ...of, approval: { ...inStep, ...absent }, signature: { ...forQuality, comparison: comparisonMade.sha256, onBehalfOf: absent } },
  ApprovalRejected: { ...of, approval: inStep, signature: signature('rejected', 'Step 6.3:\nthe form was retired ≥ 1 year ago.') },
  ApprovalsCancelled: { ...of, approvals: [approval], because: 'rejected' },
  DocumentApproved: of,
  DocumentRejected: of,
  DocumentPublished: {
    ...of,
    departments: [quality, laboratory],
    departmentsBefore: [quality],
    effectiveAt,
    effectiveOn: effectiveOnOf(effectiveAt, 'Europe/Rome'),
    trainingWaived: false,
    carriesOver: false,
    trainingRate: 0,
    reason: 'The laboratory works by it too.',
  },
  EffectiveDateChanged: {
    ...of,
    old: effectiveAt,
    new: '2026-04-30T22:00:00.000Z',
    oldOn: effectiveOnOf(effectiveAt, 'Europe/Rome'),
    newOn: { date: '2026-05-01', zone: 'Europe/Rome' },
  },
  DocumentDepartmentsChanged: { ...of, departments: [quality], added: [], removed: [laboratory] },
  DocumentBecameEffective: { ...of, effectiveAt, supersedes: '2.0', trainingRate: 87, trainingWaived: true },
  DocumentRevised: {
    document,
    fromVersion: '2.0',
    fromStatus: 'EFFECTIVE',
    version: '2.1',
    name: title.name,
    changes: [{ field: 'trainingInterval', old: '365', new: '180' }],
    files: { working, final },
    approvals: [inStep],
    route, change,
    withdrawn: null, trainingRate: null,
  },
  DocumentRetired: { ...of, fromStatus: 'EFFECTIVE', effectiveVersion: '2.1', trainingRate: null, reason: 'Replaced by SOP 018.' },
  DocumentReviewed: { ...of, outcome: 'no_change_needed', comment: null },
  DocumentReinstated: { document, fromVersion: '2.1', version: '2.2', working, reason: 'The product is made again.' },
  SeparationOfDutiesWaived: { ...of, covers: 'this', reason: 'The only two experts are its authors.' },
  DocumentAreaRenamed: { document, old: 'QA', new: 'QS', reason: 'Named as in the new quality manual.' },
  OwnershipTransferred: { ...of, from: owner, to: person, reason: null },
  DocumentDiscarded: { document, name: title.name },
  SignedPdfMade: { ...of, original: final.sha256, file: file('d', 'Batch Record Review, signed.pdf', 'application/pdf', 13), upTo: '41' },
  ComparisonMade: comparisonMade,
  DocumentFileDownloaded: { ...of, kind: 'final', purpose: 'approval', sha256: final.sha256, user: person },
  OriginalRetrieved: { ...of, sha256: final.sha256, by: person },
  TrainingAssigned: {
    because: 'published',
    document: title,
    user: null,
    assignments: [{ ...record, dueAt: effectiveAt }],
  },
  TrainingCarriedOver: {
    document: title,
    user: null,
    records: [{ ...record, from: '2.0', signedAt: '2026-01-15T08:30:00.000Z' }],
  },
  TrainingCancelled: { because: 'person_deactivated', document: null, user: person, records: [record] },
  TrainingDueChanged: {
    because: 'effective_date_changed',
    document: title,
    records: [{ ...record, old: effectiveAt, new: '2026-04-30T22:00:00.000Z' }],
  },
  TrainingReminded: { record: record.record, user: person, document: title, version: '2.1', dueAt: effectiveAt },
  TrainingCompleted: {
    ...record,
    signature: {
      ...signature('read_and_understood', 'I have read and understand.'),
      credential: {
        method: 'email, password and passkey',
        checkedAt: '2026-03-12T14:04:59.812Z',
        authenticator: uid(66),
        passkey: passkey.answer,
      },
    },
  },
  EvidenceExported: {
    kind: 'training-record',
    document: title,
    person,
    record: record.record,
    period: null,
    size: 18_977,
    root: 'e'.repeat(64),
    events: 14,
  },
  ...dutySamples({ user, owner }),
  ...routeSamples,
  ...changeSamples({ author: person, owner, attachment: working }),
  ...webhookSamples,
};
