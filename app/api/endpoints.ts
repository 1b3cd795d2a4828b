import { approve, disapprove } from '#app/api/approvals/approvals.ts';
import {
  getDepartments,
  getFunctionalAreas,
  postDepartment,
  postFunctionalArea,
  putDepartment,
} from '#app/api/departments/departments.ts';
import { getDocument, listDocuments, postDocument, putDocument } from '#app/api/documents/documents.ts';
import {
  downloadAudit,
  downloadEffective,
  downloadTrainingDocument,
  downloadWorking,
  uploadEffective,
  uploadWorking,
} from '#app/api/documents/files.ts';
import {
  deleteDocument,
  postDepartments,
  postEffectiveDate,
  putEffectiveDate,
  putRetire,
} from '#app/api/documents/life.ts';
import { deleteApprover, postApprovers, putRevise } from '#app/api/documents/revision.ts';
import {
  changeOwnPassword,
  checkOwnPassword,
  forgotPassword,
  resendCode,
  resetOwnPassword,
} from '#app/api/identity/identity.ts';
import { getRecord, listDocumentsOfUser, listTraining, signRecord } from '#app/api/records/records.ts';
import {
  getAuditLog,
  getDepartmentTraining,
  getOrganisationTraining,
  getOutstandingTraining,
  getTableOfContents,
  getTrainingMatrix,
  getTrainingRecord,
  getUserReport,
} from '#app/api/reports/reports.ts';
import { createSession, endSession } from '#app/api/session/session.ts';
import {
  getCredentialsUpdated,
  getFailedAttempt,
  getLogin,
  getLogout,
  postConfirm,
} from '#app/api/users/sign-in-calls.ts';
import { deleteUser, getUserStatus, postUser, putReactivate, putUser } from '#app/api/users/team.ts';
import { getUser, listUsers } from '#app/api/users/users.ts';
import type { Endpoint } from '#app/server/endpoint.ts';

/** Every call under /api, in the specification's order (product.md section 7). */
export const endpoints: readonly Endpoint[] = [
  createSession,
  endSession,
  forgotPassword,
  resetOwnPassword,
  changeOwnPassword,
  resendCode,
  checkOwnPassword,

  getUser,
  listUsers,
  getUserStatus,
  postUser,
  putUser,
  deleteUser,
  putReactivate,
  getLogin,
  postConfirm,
  getCredentialsUpdated,
  getLogout,
  getFailedAttempt,
  getAuditLog,
  getUserReport,
  getTrainingRecord,

  getDepartments,
  postDepartment,
  putDepartment,
  getDepartmentTraining,
  getFunctionalAreas,
  postFunctionalArea,

  listTraining,
  listDocumentsOfUser,

  postDocument,
  putDocument,
  putRevise,
  putRetire,
  deleteDocument,
  getDocument,
  listDocuments,
  postApprovers,
  deleteApprover,
  postEffectiveDate,
  putEffectiveDate,
  uploadWorking,
  uploadEffective,
  downloadAudit,
  postDepartments,
  downloadTrainingDocument,
  downloadEffective,
  downloadWorking,

  approve,
  disapprove,
  getRecord,
  signRecord,

  getTableOfContents,
  getOrganisationTraining,
  getTrainingMatrix,
  getOutstandingTraining,
];
