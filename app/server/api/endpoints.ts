import * as approvals from '#app/api/approvals/approvals.ts';
import * as comments from '#app/api/changes/comments.ts';
import * as changeRequests from '#app/api/changes/requests.ts';
import * as departments from '#app/api/departments/departments.ts';
import * as comparison from '#app/api/documents/comparison.ts';
import * as documents from '#app/api/documents/documents.ts';
import * as files from '#app/api/documents/files.ts';
import * as originals from '#app/api/documents/original.ts';
import * as life from '#app/api/documents/life.ts';
import * as revision from '#app/api/documents/revision.ts';
import * as absences from '#app/api/functions/absences.ts';
import * as routes from '#app/api/routes/routes.ts';
import * as functions from '#app/api/functions/functions.ts';
import * as identity from '#app/api/identity/identity.ts';
import * as feed from '#app/api/organisation/feed.ts';
import * as organisation from '#app/api/organisation/organisation.ts';
import * as lists from '#app/api/records/lists.ts';
import * as records from '#app/api/records/records.ts';
import * as reports from '#app/api/reports/reports.ts';
import * as session from '#app/api/session/session.ts';
import * as access from '#app/api/users/access.ts';
import * as refusedEmails from '#app/api/users/refused-emails.ts';
import * as signIn from '#app/api/users/sign-in-calls.ts';
import * as team from '#app/api/users/team.ts';
import * as users from '#app/api/users/users.ts';
import * as webhooks from '#app/api/webhooks/webhooks.ts';
import type { Endpoint } from '#app/server/endpoint.ts';

/** Every endpoint under /api, in the specification's order (product.md section 7), then those that it does not have. */
export const endpoints: readonly Endpoint[] = [
  session.createSession,
  session.endSession,
  identity.forgotPassword,
  identity.resetOwnPassword,
  identity.changeOwnPassword,
  identity.resendCode,
  identity.checkOwnPassword,

  users.getUser,
  users.listUsers,
  team.getUserStatus,
  team.postUser,
  team.putUser,
  team.deleteUser,
  team.putReactivate,
  team.putIdentity,
  access.postUnlock,
  access.postInvitation,
  access.postEmail,
  access.deleteEmail,
  access.postConfirmEmail,
  access.deleteSessions,
  refusedEmails.listRefusedEmailsOfUser,
  refusedEmails.listRefusedEmailsAboutDocument,
  refusedEmails.postSendAgain,
  signIn.getLogin,
  signIn.postConfirm,
  signIn.getCredentialsUpdated,
  signIn.getLogout,
  signIn.getFailedAttempt,
  reports.getAuditLog,
  reports.getUserReport,
  reports.getTrainingRecord,

  departments.getDepartments,
  departments.postDepartment,
  departments.putDepartment,
  reports.getDepartmentTraining,
  departments.getFunctionalAreas,
  departments.postFunctionalArea,
  departments.putFunctionalArea,

  functions.getFunctions,
  functions.postFunction,
  functions.putFunction,
  functions.postHolder,
  functions.deleteHolder,
  absences.getAbsences,
  absences.postAbsence,
  absences.deleteAbsence,
  routes.getRoutes,
  routes.getOneRoute,
  routes.postRoute,
  routes.putRoute,
  routes.putRetireRoute,

  records.listTraining,
  records.listDocumentsOfUser,

  documents.postDocument,
  documents.putDocument,
  revision.putRevise,
  life.putRetire,
  life.putReinstate,
  life.putOwner,
  life.putSeparation,
  life.deleteDocument,
  documents.getDocument,
  documents.listDocuments,
  revision.postApprovers,
  revision.deleteApprover,
  life.postEffectiveDate,
  life.putEffectiveDate,
  files.uploadWorking,
  files.uploadEffective,
  files.downloadAudit,
  life.postDepartments,
  files.downloadTrainingDocument,
  files.downloadEffective,
  files.downloadWorking,
  originals.getOriginal,
  comparison.compareVersions,

  changeRequests.getRequestsOfDocument,
  changeRequests.postRequest,
  changeRequests.getRequests,
  changeRequests.getOneRequest,
  changeRequests.putRequest,
  comments.getComments,
  comments.postComment,
  comments.getOneComment,
  comments.postAnswer,
  comments.putResolved,

  approvals.approve,
  approvals.disapprove,
  records.getRecord,
  records.signRecord,
  records.remindRecord,
  records.remindUser,

  lists.listTrainingRecords,
  lists.listOrganisationApprovals,

  reports.getTableOfContents,
  reports.getExceptions,
  reports.getChangeRegister,
  reports.getOpenChangeRequests,
  reports.getIdentityGaps,
  reports.getSignIns,
  reports.getBreakGlassUses,
  reports.getSignaturesByAssurance,
  reports.getFunctionHolders,
  reports.getApprovalTimes,
  reports.getOverdueApprovals,
  reports.getDeputySignatures,
  reports.getOrganisationTraining,
  reports.getTrainingMatrix,
  reports.getOutstandingTraining,

  webhooks.getWebhooks,
  webhooks.postWebhook,
  webhooks.getOneWebhook,
  webhooks.putWebhook,
  webhooks.postRotate,
  webhooks.postEnable,
  webhooks.deleteWebhook,
  webhooks.postTest,
  webhooks.getDeliveries,
  webhooks.postSendAgain,
  organisation.readMe,
  organisation.readOwnOrganisation,
  feed.listEvents,
];
