/**
 * Events that only a person, or the product itself, may cause: no service account signs, publishes, retires or sets.
 */
export const onlyPeople: ReadonlySet<string> = new Set([
  'ApprovalGiven',
  'ApprovalRejected',
  'DocumentDeclaredExternallyEffective',
  'DocumentPublished',
  'EffectiveDateChanged',
  'DocumentRetired',
  'DocumentReinstated',
  'DocumentReviewed',
  'SeparationOfDutiesWaived',
  'DocumentFileDownloaded',
  'TrainingCompleted',
  'SignatureStatementAccepted',
  'AuthenticatorEnrolled',
  'AuthenticatorRevoked',
  'RecoveryCodesIssued',
  'IdentityVerified',
  'AccountUnlocked',
  'PasswordSet',
  'EvidenceExported',
  'OrganisationSettingsChanged',
  'ServiceAccountCreated',
  'ServiceAccountRotated',
  'ServiceAccountRevoked',
]);
