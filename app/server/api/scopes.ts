import { linkedReports } from '#app/reports/queries/names.ts';
import type { Scope } from '#events/service-account/scopes.ts';

/**
 * What a service account needs for each operation: a scope, nothing more than a token that works (`any`), or a person
 * in its place (`never`). Operations without a token are not here.
 */
export const operationScopes: Readonly<Record<string, Scope | 'any' | 'never'>> = {
  endSession: 'never',
  changePassword: 'never',
  checkPassword: 'never',

  getUser: 'people:read',
  listUsers: 'people:read',
  getUserStatus: 'people:read',
  inviteUser: 'people:write',
  editUser: 'people:write',
  deactivateUser: 'people:write',
  reactivateUser: 'people:write',
  verifyIdentity: 'never',
  unlockUser: 'never',
  resendInvitation: 'people:write',
  changeUserEmail: 'people:write',
  cancelUserEmailChange: 'people:write',
  endUserSessions: 'people:write',
  listRefusedEmailsOfUser: 'people:read',
  listRefusedEmailsAboutDocument: 'people:read',
  sendEmailAgain: 'people:write',
  acknowledgeLogin: 'never',
  acknowledgeCredentialsUpdated: 'never',
  logout: 'never',
  reportUsers: 'reports:read',

  listDepartments: 'people:read',
  createDepartment: 'people:write',
  renameDepartment: 'people:write',
  listFunctionalAreas: 'documents:read',
  createFunctionalArea: 'never',
  editFunctionalArea: 'never',

  listFunctions: 'people:read',
  createFunction: 'never',
  editFunction: 'never',
  // Who holds a function, and who stands in, decides who can sign.
  grantFunction: 'never',
  withdrawFunction: 'never',
  listAbsences: 'people:read',
  declareAbsence: 'never',
  endAbsence: 'never',

  listRoutes: 'documents:read',
  getRoute: 'documents:read',
  // A route decides who signs.
  defineRoute: 'never',
  changeRoute: 'never',
  retireRoute: 'never',

  listTraining: 'training:read',
  listDocumentsOfUser: 'documents:read',

  listChangeRequestsOfDocument: 'documents:read',
  requestChange: 'documents:write',
  listChangeRequests: 'documents:read',
  getChangeRequest: 'documents:read',
  decideChangeRequest: 'documents:write',
  listComments: 'documents:read',
  makeComment: 'documents:write',
  getComment: 'documents:read',
  answerComment: 'documents:write',
  // A person decides that what must be fixed is done.
  resolveComment: 'never',

  createDocument: 'documents:write',
  saveDocument: 'documents:write',
  reviseDocument: 'documents:write',
  retireDocument: 'never',
  reinstateDocument: 'never',
  transferOwnership: 'documents:write',
  waiveSeparation: 'never',
  discardDocument: 'documents:write',
  getDocument: 'documents:read',
  getOriginal: 'documents:read',
  compareVersions: 'documents:read',
  listDocuments: 'documents:read',
  nameApprovers: 'documents:write',
  removeApprover: 'documents:write',
  publishDocument: 'never',
  setEffectiveDate: 'never',
  uploadWorking: 'documents:write',
  uploadEffective: 'documents:write',
  downloadAuditTrail: 'audit:read',
  assignDepartments: 'documents:write',
  // These record what a person has read; the signing gate counts it.
  downloadTrainingDocument: 'never',
  downloadEffective: 'never',
  downloadWorking: 'never',

  approve: 'never',
  disapprove: 'never',
  getRecord: 'training:read',
  listTrainingRecords: 'training:read',
  listApprovals: 'documents:read',
  signRecord: 'never',
  // A reminder is written in the name of a person.
  remindOfTraining: 'never',
  remindUser: 'never',

  ...Object.fromEntries(linkedReports.map(({ call }) => [call.operation, call.scope])),

  listWebhooks: 'webhooks',
  registerWebhook: 'webhooks',
  getWebhook: 'webhooks',
  changeWebhook: 'webhooks',
  rotateWebhookSecret: 'webhooks',
  enableWebhook: 'webhooks',
  removeWebhook: 'webhooks',
  testWebhook: 'webhooks',
  listWebhookDeliveries: 'webhooks',
  sendWebhookAgain: 'webhooks',
  skipWebhookDelivery: 'webhooks',
  getMe: 'any',
  getOrganisation: 'any',
  listEvents: 'audit:read',
};

/** The scope of an operation; nothing is allowed by being forgotten. */
export const scopeOf = (operation: string): Scope | 'any' | 'never' => operationScopes[operation] ?? 'never';
