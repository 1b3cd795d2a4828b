import * as approvals from '#app/approvals/calls/approvals.ts';
import * as comments from '#app/documents/calls/comments.ts';
import * as changeRequests from '#app/documents/calls/change-requests.ts';
import * as departments from '#app/organisation/calls/departments.ts';
import * as comparison from '#app/comparison/calls/comparison.ts';
import * as documents from '#app/documents/calls/documents.ts';
import * as files from '#app/documents/calls/files.ts';
import * as originals from '#app/documents/calls/original.ts';
import * as life from '#app/documents/calls/life.ts';
import * as revision from '#app/documents/calls/revision.ts';
import * as absences from '#app/people/calls/absences.ts';
import * as routes from '#app/approval-routes/calls/routes.ts';
import * as functions from '#app/people/calls/functions.ts';
import * as identity from '#app/sign-in/calls/identity.ts';
import * as documentTrail from '#app/audit/calls/document-trail.ts';
import * as feed from '#app/audit/calls/feed.ts';
import * as organisation from '#app/organisation/calls/organisation.ts';
import * as records from '#app/training/calls/records.ts';
import * as reports from '#app/reports/calls/reports.ts';
import * as session from '#app/sign-in/calls/session.ts';
import * as access from '#app/people/calls/access.ts';
import * as refusedEmails from '#app/people/calls/refused-emails.ts';
import * as signIn from '#app/sign-in/calls/sign-in-calls.ts';
import * as team from '#app/people/calls/team.ts';
import * as users from '#app/people/calls/users.ts';
import * as webhooks from '#app/integrations/calls/webhooks.ts';
import type { Endpoint } from '#app/kit/call/endpoint.ts';

/**
 * Every endpoint under /api, in the specification's order (product.md section 7), then those that it does not have;
 * reports in the order of their page.
 */
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
  reports.getUserReport,
  ...reports.reportCalls('/api/users/'),

  departments.getDepartments,
  departments.postDepartment,
  departments.putDepartment,
  ...reports.reportCalls('/api/depts/'),
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
  documentTrail.downloadAudit,
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

  records.listTrainingRecords,
  approvals.listOrganisationApprovals,

  ...reports.reportCalls('/api/orgs/'),

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
  webhooks.postSkip,
  organisation.readMe,
  organisation.readOwnOrganisation,
  feed.listEvents,
];
