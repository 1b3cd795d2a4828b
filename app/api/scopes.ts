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
  reportAuditLog: 'audit:read',
  reportUsers: 'reports:read',
  reportTrainingRecord: 'reports:read',

  listDepartments: 'people:read',
  createDepartment: 'people:write',
  renameDepartment: 'people:write',
  reportDepartmentTraining: 'reports:read',
  listFunctionalAreas: 'documents:read',
  createFunctionalArea: 'never',
  editFunctionalArea: 'never',

  listTraining: 'training:read',
  listDocumentsOfUser: 'documents:read',

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

  reportTableOfContents: 'reports:read',
  reportSeparationExceptions: 'reports:read',
  reportOrganisationTraining: 'reports:read',
  reportTrainingMatrix: 'reports:read',
  reportOutstandingTraining: 'reports:read',

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
  getMe: 'any',
  getOrganisation: 'any',
  listEvents: 'audit:read',
};

/** The scope of an operation; nothing is allowed by being forgotten. */
export const scopeOf = (operation: string): Scope | 'any' | 'never' => operationScopes[operation] ?? 'never';
