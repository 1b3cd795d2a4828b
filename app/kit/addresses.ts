type FileKind = 'working' | 'final' | 'signed';
type Purpose = 'approval' | 'training' | 'effective' | 'manage';
type ImportPage =
  | 'columns'
  | 'files'
  | 'exceptions'
  | 'check'
  | 'approve'
  | 'abandon'
  | 'problems.csv'
  | 'report.pdf'
  | 'report.csv';
type Query = Record<string, string | undefined>;

function withParameters(path: string, parameters: Query): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The addresses of the product's pages and files: one function per URL. All uids are UUIDs. */
export const addresses = {
  signIn: () => '/',
  /** The second step of a sign-in. `redirect`: the page that was asked for. */
  signInCode: (redirect?: string) => withParameters('/sign-in/code', { redirect }),
  signInSetUp: (redirect?: string) => withParameters('/sign-in/set-up', { redirect }),
  setup: () => '/setup',
  setupDemonstration: () => '/setup/demonstration',
  singleSignOn: (email?: string, redirect?: string) => withParameters('/single-sign-on', { email, redirect }),
  singleSignOnContinue: () => '/single-sign-on/continue',
  forgot: () => '/forgot',
  reset: (email?: string) => withParameters('/reset', { email }),
  expired: (email?: string) => withParameters('/expired', { email }),
  confirm: (email?: string) => withParameters('/confirm', { email }),
  confirmEmail: (email?: string) => withParameters('/confirm-email', { email }),
  requestCode: (email?: string) => withParameters('/request-code', { email }),
  manual: () => '/manual',
  support: () => '/support',
  change: () => '/change',
  sessions: () => '/sessions',
  absence: () => '/absence',
  endAbsence: (absence: string) => `/absence/${absence}/end`,
  secondFactor: () => '/second-factor',
  setUpSecondFactor: () => '/second-factor/set-up',
  renewRecoveryCodes: () => '/second-factor/recovery-codes',
  removeSecondFactor: () => '/second-factor/remove',
  addPasskey: () => '/second-factor/passkeys/add',
  removePasskey: (uid: string) => `/second-factor/passkeys/${uid}/remove`,
  /** Asks what a passkey is to sign, for script. */
  askPasskey: () => '/second-factor/passkeys/ask',
  notifications: () => '/dashboard/notifications',
  /** When a person wants emails about news. */
  emailChoice: () => '/dashboard/notifications/emails',
  search: (q?: string) => withParameters('/search', { q }),
  /** `asof`, here and below: the past moment to show, as typed. */
  home: (tab?: 'training' | 'effective' | 'manage', asof?: string) => withParameters('/dashboard', { tab, asof }),
  dismissSetUp: () => '/dashboard/set-up',
  /** Saves and deletes views of the list of documents. */
  savedViews: () => '/dashboard/views',
  createDocument: (name?: string) => withParameters('/dashboard/docs/create', { name }),
  createTitle: (name?: string) => withParameters('/dashboard/docs/create/title', { name }),
  /** Checks a title, for script. `document`: the document that may have it already. */
  checkTitle: (name: string, document?: string) =>
    withParameters('/dashboard/docs/create/check-title', { name, document }),
  /** The doc ID to propose, for script. */
  nextNumber: (type: string, area: string) => withParameters('/dashboard/docs/create/next-number', { type, area }),
  /** The route of a new document, or of the next version of a document, for script. */
  findRoute: (of: { type: string; area: string } | { document: string; kind: string }) =>
    withParameters('/dashboard/docs/create/route', of),
  uploads: () => '/dashboard/uploads',
  /** Its first tab: Read for employees, Record for authors and admins. */
  document: (uid: string, asof?: string) => withParameters(`/dashboard/docs/${uid}`, { asof }),
  /** `page` of its PDF, from 1. */
  readDocument: (uid: string, page?: number, asof?: string) =>
    withParameters(`/dashboard/docs/${uid}/read`, { page: page === undefined ? undefined : String(page), asof }),
  /** The final PDF of any of its versions. */
  readVersion: (uid: string, version: string, page?: number) =>
    withParameters(`/dashboard/docs/${uid}/versions/${version}`, { page: page?.toString() }),
  /** What changed between two of its versions; without them the latest ones that the person may read. */
  compareVersions: (uid: string, from?: string, to?: string, page?: number) =>
    withParameters(`/dashboard/docs/${uid}/compare`, { from, to, page: page?.toString() }),
  /** The recorded comparison with this fingerprint. */
  comparison: (uid: string, sha256: string) => withParameters(`/dashboard/docs/${uid}/compare`, { sha256 }),
  /** A comparison as a PDF: of two versions, or the recorded one with this fingerprint. */
  comparisonPdf: (uid: string, of: { from: string; to: string } | { sha256: string }) =>
    withParameters(`/dashboard/docs/${uid}/compare.pdf`, of),
  documentTimeline: (uid: string, asof?: string) => withParameters(`/dashboard/docs/${uid}/timeline`, { asof }),
  documentRecord: (uid: string, asof?: string) => withParameters(`/dashboard/docs/${uid}/record`, { asof }),
  revise: (uid: string, name?: string) => withParameters(`/dashboard/docs/${uid}/revise`, { name }),
  editTitle: (uid: string, name?: string) => withParameters(`/dashboard/docs/${uid}/title`, { name }),
  /** Asks for a change of the version. */
  requestChange: (uid: string, version: string, page?: number) =>
    withParameters(`/dashboard/docs/${uid}/versions/${version}/request`, { page: page?.toString() }),
  documentRequests: (uid: string, asof?: string) => withParameters(`/dashboard/docs/${uid}/requests`, { asof }),
  changeRequests: (show?: string, asof?: string) => withParameters('/dashboard/requests', { show, asof }),
  changeRequest: (request: string, asof?: string) => withParameters(`/dashboard/requests/${request}`, { asof }),
  /** What an import gives as evidence of a version, and of training. */
  versionEvidence: (uid: string, version: string) => `/dashboard/docs/${uid}/versions/${version}/evidence`,
  trainingEvidence: (record: string) => `/dashboard/training/${record}/evidence`,
  requestAttachment: (request: string) => `/dashboard/requests/${request}/attachment`,
  /** A comment with its answers. */
  comment: (comment: string) => `/dashboard/comments/${comment}`,
  approvers: (uid: string) => `/dashboard/docs/${uid}/approvers`,
  replaceApprover: (uid: string, approval: string) => `/dashboard/docs/${uid}/approvers/${approval}/replace`,
  publish: (uid: string) => `/dashboard/docs/${uid}/publish`,
  /** Assigns those who lack training on an imported version. */
  assignLacking: (uid: string) => `/dashboard/docs/${uid}/assign-training`,
  periodicReview: (uid: string) => `/dashboard/docs/${uid}/periodic-review`,
  retire: (uid: string) => `/dashboard/docs/${uid}/retire`,
  reinstate: (uid: string) => `/dashboard/docs/${uid}/reinstate`,
  waiveSeparation: (uid: string) => `/dashboard/docs/${uid}/separation`,
  transferOwnership: (uid: string) => `/dashboard/docs/${uid}/owner`,
  discard: (uid: string) => `/dashboard/docs/${uid}/discard`,
  history: (uid: string, files: 'working' | 'effective') => withParameters(`/dashboard/docs/${uid}/history`, { files }),
  auditTrail: (uid: string, asof?: string) => withParameters(`/dashboard/docs/${uid}/audit`, { asof }),
  auditExport: (uid: string, asof?: string) => withParameters(`/dashboard/docs/${uid}/audit/export`, { asof }),
  auditFile: (uid: string, format: 'pdf' | 'csv' | 'json', asof?: string) =>
    withParameters(`/dashboard/docs/${uid}/audit/export.${format}`, { asof }),
  auditVerify: (uid: string, asof?: string) => withParameters(`/dashboard/docs/${uid}/audit/verify`, { asof }),
  /** `position`: the event's position in the organisation's ledger. */
  auditEvent: (uid: string, position: string, asof?: string) =>
    withParameters(`/dashboard/docs/${uid}/audit/${position}`, { asof }),
  auditProof: (uid: string, position: string, format: 'json' | 'tlog-proof') =>
    `/dashboard/docs/${uid}/audit/${position}/event.${format}`,
  /** One file of one version. `purpose` is recorded: the signing gate needs it. */
  file: (uid: string, version: string, kind: FileKind, purpose?: Purpose) =>
    withParameters(`/dashboard/docs/${uid}/files/${version}/${kind}`, { purpose }),
  /** The stored bytes of the same, without a stamp. */
  originalFile: (uid: string, version: string, kind: 'final' | 'signed') =>
    `/dashboard/docs/${uid}/files/${version}/${kind}?original`,
  /** The same, shown in the browser where that is safe. */
  openFile: (uid: string, version: string, kind: FileKind, purpose: Purpose) =>
    withParameters(`/dashboard/docs/${uid}/files/${version}/${kind}`, { purpose, open: '' }),
  /** A picture of one page of a PDF; pages count from 1. */
  pagePicture: (uid: string, version: string, kind: FileKind, page: number, small?: 'small') =>
    `/dashboard/docs/${uid}/files/${version}/${kind}/page.png?page=${page}${small ? '&small' : ''}`,
  /** The viewer's approval of a document. */
  approve: (document: string, decision?: 'approve' | 'reject', page?: number) =>
    withParameters(`/dashboard/approve/${document}`, { decision, page: page?.toString() }),
  reject: (document: string) => `/dashboard/approve/${document}/reject`,
  approvalSigned: (document: string) => `/dashboard/approve/${document}/signed`,
  review: (record: string) => `/dashboard/review/${record}`,
  /** All of the viewer's own training. */
  trainingHistory: (asof?: string) => withParameters('/dashboard/training', { asof }),
  trainingRecord: (record: string, asof?: string) => withParameters(`/dashboard/training/${record}`, { asof }),
  remindTraining: (record: string) => `/dashboard/training/${record}/remind`,
  trainingSigned: (record: string) => `/dashboard/review/${record}/signed`,
  functionalAreas: () => '/dashboard/functional-areas',
  createFunctionalArea: (returnTo?: string) => withParameters('/dashboard/functional-areas/create', { returnTo }),
  team: (show?: 'active' | 'deactivated', asof?: string) => withParameters('/dashboard/users', { show, asof }),
  editFunctionalArea: (name: string) => `/dashboard/functional-areas/${encodeURIComponent(name)}/edit`,
  invite: () => '/dashboard/users/invite',
  inviteMany: () => '/dashboard/users/invite-many',
  /** One act for several people, whom the address names. */
  bulk: () => '/dashboard/users/bulk',
  editUser: (uid: string) => `/dashboard/users/${uid}/edit`,
  /** `dialog`: posted by a dialog of another page, which stays open. */
  deactivateUser: (uid: string, dialog?: 'dialog') =>
    withParameters(`/dashboard/users/${uid}/deactivate`, { dialog: dialog && '' }),
  /** `ask`: with the question on the page, where dialogs need script. */
  reactivateUser: (uid: string, ask?: 'ask') =>
    withParameters(`/dashboard/users/${uid}/reactivate`, { ask: ask && '' }),
  verifyIdentity: (uid: string) => `/dashboard/users/${uid}/identity`,
  sendEmailAgain: () => '/dashboard/emails/send-again',
  cancelEmailChange: (uid: string) => `/dashboard/users/${uid}/email/cancel`,
  unlockUser: (uid: string) => `/dashboard/users/${uid}/unlock`,
  resendInvitation: (uid: string) => `/dashboard/users/${uid}/resend-invitation`,
  changeUserEmail: (uid: string) => `/dashboard/users/${uid}/email`,
  resetFactor: (uid: string) => `/dashboard/users/${uid}/second-factor`,
  unlinkDirectory: (uid: string) => `/dashboard/users/${uid}/directory`,
  userAbsence: (uid: string) => `/dashboard/users/${uid}/absence`,
  endUserAbsence: (uid: string, absence: string) => `/dashboard/users/${uid}/absence/${absence}/end`,
  userSessions: (uid: string) => `/dashboard/users/${uid}/sessions`,
  memberTraining: (uid: string, asof?: string) => withParameters(`/dashboard/users/${uid}/training`, { asof }),
  userAudit: (uid: string) => `/dashboard/users/${uid}/audit`,
  userAuditFile: (uid: string, format: 'pdf' | 'csv') => `/dashboard/users/${uid}/audit/export.${format}`,
  evidence: () => '/dashboard/evidence',
  verify: () => '/verify',
  /** The verifier as a program. */
  verifyProgram: () => '/verify/verify.mjs',
  /** Evidence packs, as zips. */
  documentEvidence: (uid: string) => `/dashboard/docs/${uid}/evidence.zip`,
  userEvidence: (uid: string) => `/dashboard/users/${uid}/evidence.zip`,
  recordEvidence: (record: string) => `/dashboard/review/${record}/evidence.zip`,
  organisationEvidence: (from: string, to: string) => withParameters('/dashboard/evidence/pack.zip', { from, to }),
  reports: (filters: Query = {}) => withParameters('/dashboard/reports', filters),
  /** `name` as in app/reports/queries/names.ts; the filters are its query. */
  report: (name: string, filters: Query = {}) => withParameters(`/dashboard/reports/${name}`, filters),
  reportFile: (name: string, format: 'pdf' | 'csv', filters: Query = {}) =>
    withParameters(`/dashboard/reports/${name}/${format}`, filters),
  finishedReport: (uid: string) => `/dashboard/reports/made/${uid}`,
  finishedReportFile: (uid: string) => `/dashboard/reports/made/${uid}/file`,
  /** `section` as in app/organisation/words/setting-words.ts. */
  settings: (section = 'organisation') => `/dashboard/settings/${section}`,
  apiReference: () => '/api/docs',
  settingsSingleSignOn: () => '/dashboard/settings/single-sign-on',
  endSingleSignOn: () => '/dashboard/settings/single-sign-on/end',
  settingsExport: () => '/dashboard/settings/export',
  imports: () => '/dashboard/import',
  /** With the name of the source already filled in. */
  newImport: () => '/dashboard/import/new',
  /** `file`: library.xlsx, or a table as CSV. */
  importTemplate: (file: string) => `/dashboard/import/templates/${file}`,
  /** What belongs to one import: a page or a file. */
  importPage: (uid: string, page: ImportPage) => `/dashboard/import/${uid}/${page}`,
  /** The PDF of a row of an import's sample, by its position. */
  importSamplePdf: (uid: string, at: number) => `/dashboard/import/${uid}/sample/${at}/pdf`,
  /** `since`: when it was previewed last, while it is being previewed again. */
  import: (uid: string, since?: string) => withParameters(`/dashboard/import/${uid}`, { since }),
  settingsApi: () => '/dashboard/settings/api',
  createServiceAccount: () => '/dashboard/settings/api/accounts/create',
  rotateServiceAccount: (uid: string) => `/dashboard/settings/api/accounts/${uid}/rotate`,
  revokeServiceAccount: (uid: string) => `/dashboard/settings/api/accounts/${uid}/revoke`,
  registerWebhook: () => '/dashboard/settings/api/webhooks/register',
  webhook: (uid: string) => `/dashboard/settings/api/webhooks/${uid}`,
  /** `act`: change, rotate, enable or remove. */
  skipDelivery: (webhook: string, delivery: string) => `/dashboard/settings/api/webhooks/${webhook}/skip/${delivery}`,
  webhookAct: (uid: string, act: 'change' | 'rotate' | 'enable' | 'remove') =>
    `/dashboard/settings/api/webhooks/${uid}/${act}`,
  settingsFunctions: () => '/dashboard/settings/functions',
  createFunction: () => '/dashboard/settings/functions/create',
  /** With the function or the person already chosen. */
  grantFunction: (chosen: { function?: string; user?: string } = {}) =>
    withParameters('/dashboard/settings/functions/grant', chosen),
  editFunction: (uid: string) => `/dashboard/settings/functions/${uid}/edit`,
  withdrawFunction: (uid: string, user: string) => `/dashboard/settings/functions/${uid}/withdraw/${user}`,
  settingsRoutes: () => '/dashboard/settings/routes',
  defineRoute: () => '/dashboard/settings/routes/define',
  changeRoute: (uid: string) => `/dashboard/settings/routes/${uid}/change`,
  retireRoute: (uid: string) => `/dashboard/settings/routes/${uid}/retire`,
  organisationAudit: () => '/dashboard/settings/audit',
  organisationAuditFile: (format: 'pdf' | 'csv') => `/dashboard/settings/audit/export.${format}`,
  organisationCertificate: () => '/dashboard/settings/certificate.pem',
  departments: () => '/dashboard/departments',
  createDepartment: (returnTo?: string) => withParameters('/dashboard/departments/create', { returnTo }),
  editDepartment: (uid: string) => `/dashboard/departments/${uid}/edit`,
} as const;
