import type { Decision, DomainEvent, Evolution } from '#events/decider.ts';
import { approve, reject } from '#events/document/decide/approve.ts';
import { addApprover, removeApprover, replaceApprover } from '#events/document/decide/approvers.ts';
import { attachFile } from '#events/document/decide/attach-file.ts';
import { answerComment, makeComment, resolveComment } from '#events/document/decide/comment.ts';
import { keepComparison } from '#events/document/decide/comparison.ts';
import { create } from '#events/document/decide/create.ts';
import { editDraft } from '#events/document/decide/edit-draft.ts';
import { becomeEffective, changeDepartments, changeEffectiveDate, publish } from '#events/document/decide/publish.ts';
import { reinstate } from '#events/document/decide/reinstate.ts';
import { discard, keepSignedPdf, recordReview, retire } from '#events/document/decide/retire.ts';
import { revise } from '#events/document/decide/revise.ts';
import { declareExternallyEffective, sendForReview } from '#events/document/decide/send-for-review.ts';
import { waiveSeparation } from '#events/document/decide/separation.ts';
import { transferOwnership } from '#events/document/decide/transfer-ownership.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import { createFunction, editFunction, functionEvolution } from '#events/function/function.ts';
import {
  abandonImport,
  acceptExceptions,
  approveImport,
  beginImport,
  checkImport,
  completeImport,
  cutTitles,
  importEvolution,
  mapColumns,
  mendFiles,
  orderDates,
  recordPreview,
} from '#events/import/import.ts';
import { createDepartment, departmentEvolution, renameDepartment } from '#events/organisation/department.ts';
import {
  createFunctionalArea,
  editFunctionalArea,
  functionalAreaEvolution,
} from '#events/organisation/functional-area.ts';
import {
  changeSettings,
  createOrganisation,
  organisationEvolution,
  recordExport,
  recordImport,
  setSingleSignOn,
} from '#events/organisation/organisation.ts';
import {
  carryOutRequest,
  decideRequest,
  nameRequest,
  requestChange,
  requestEvolution,
} from '#events/request/request.ts';
import { changeRoute, defineRoute, retireRoute, routeEvolution } from '#events/route/route.ts';
import { declareAbsence, endAbsence } from '#events/user/decide/absence.ts';
import { acceptStatement, confirm, issueCode, resendInvitation, setPassword } from '#events/user/decide/account.ts';
import { invite, register } from '#events/user/decide/arrive.ts';
import {
  enrolAuthenticator,
  issueRecoveryCodes,
  removeAuthenticator,
  resetSecondFactor,
} from '#events/user/decide/authenticators.ts';
import { linkDirectory, unlinkDirectory } from '#events/user/decide/directory.ts';
import { deactivate, editUser, reactivate, verifyIdentity } from '#events/user/decide/edit.ts';
import { cancelEmailChange, confirmEmail, requestEmailChange } from '#events/user/decide/email.ts';
import { grantFunction, withdrawFunction } from '#events/user/decide/functions.ts';
import { userEvolution } from '#events/user/state.ts';
import {
  changeWebhook,
  disableWebhook,
  enableWebhook,
  registerWebhook,
  removeWebhook,
  rotateWebhookSecret,
  skipWebhookDelivery,
  webhookEvolution,
} from '#events/webhook/webhook.ts';

type Rules<E extends DomainEvent, S> = Readonly<Record<string, (command: never, state: S) => Decision<E>>>;

/** A command with the name of its rule, for tests that draw, vary or list commands. */
type CommandsOf<R extends Record<string, (command: never, state: never) => unknown>> = {
  [T in keyof R & string]: { readonly type: T } & Parameters<R[T]>[0];
}[keyof R & string];

/** The state of a stream, and its rules. */
export interface Decider<C, E extends DomainEvent, S> extends Evolution<E, S> {
  decide(command: C, state: S): Decision<E>;
}

/** Calls the rule that a command names. */
const deciderOf = <E extends DomainEvent, S, R extends Rules<E, S>>(
  evolution: Evolution<E, S>,
  rules: R,
): Decider<CommandsOf<R>, E, S> => ({
  ...evolution,
  decide(named, state) {
    const { type, ...command } = named as { readonly type: string };
    return rules[type]!(command as never, state);
  },
});

const userRules = {
  ConfirmAccount: confirm,
  IssueCode: issueCode,
  ResendInvitation: resendInvitation,
  SetPassword: setPassword,
  AcceptSignatureStatement: acceptStatement,
  EnrolAuthenticator: enrolAuthenticator,
  RemoveAuthenticator: removeAuthenticator,
  ResetSecondFactor: resetSecondFactor,
  IssueRecoveryCodes: issueRecoveryCodes,
  DeclareAbsence: declareAbsence,
  EndAbsence: endAbsence,
  GrantFunction: grantFunction,
  WithdrawFunction: withdrawFunction,
  RegisterUser: register,
  InviteUser: invite,
  LinkDirectory: linkDirectory,
  UnlinkDirectory: unlinkDirectory,
  EditUser: editUser,
  DeactivateUser: deactivate,
  ReactivateUser: reactivate,
  VerifyIdentity: verifyIdentity,
  RequestEmailChange: requestEmailChange,
  CancelEmailChange: cancelEmailChange,
  ConfirmEmail: confirmEmail,
};
export type UserCommand = CommandsOf<typeof userRules>;
export const userDecider = deciderOf(userEvolution, userRules);

const documentRules = {
  CreateDocument: create,
  EditDraft: editDraft,
  AttachFile: attachFile,
  SendForReview: sendForReview,
  DeclareExternallyEffective: declareExternallyEffective,
  AddApprover: addApprover,
  RemoveApprover: removeApprover,
  ReplaceApprover: replaceApprover,
  Approve: approve,
  Reject: reject,
  Publish: publish,
  ChangeEffectiveDate: changeEffectiveDate,
  ChangeDepartments: changeDepartments,
  BecomeEffective: becomeEffective,
  Revise: revise,
  RecordReview: recordReview,
  Retire: retire,
  Discard: discard,
  KeepSignedPdf: keepSignedPdf,
  Reinstate: reinstate,
  TransferOwnership: transferOwnership,
  WaiveSeparation: waiveSeparation,
  MakeComment: makeComment,
  AnswerComment: answerComment,
  ResolveComment: resolveComment,
  KeepComparison: keepComparison,
};
export type DocumentCommand = CommandsOf<typeof documentRules>;
export const documentDecider = deciderOf(documentEvolution, documentRules);

const organisationRules = {
  CreateOrganisation: createOrganisation,
  ChangeSettings: changeSettings,
  SetSingleSignOn: setSingleSignOn,
  ExportOrganisation: recordExport,
  RecordImport: recordImport,
};
export type OrganisationCommand = CommandsOf<typeof organisationRules>;
export const organisationDecider = deciderOf(organisationEvolution, organisationRules);

export const departmentDecider = deciderOf(departmentEvolution, {
  CreateDepartment: createDepartment,
  RenameDepartment: renameDepartment,
});

export const functionalAreaDecider = deciderOf(functionalAreaEvolution, {
  CreateFunctionalArea: createFunctionalArea,
  EditFunctionalArea: editFunctionalArea,
});

export const functionDecider = deciderOf(functionEvolution, {
  CreateFunction: createFunction,
  EditFunction: editFunction,
});

const webhookRules = {
  RegisterWebhook: registerWebhook,
  ChangeWebhook: changeWebhook,
  RotateWebhookSecret: rotateWebhookSecret,
  EnableWebhook: enableWebhook,
  RemoveWebhook: removeWebhook,
  SkipWebhookDelivery: skipWebhookDelivery,
  DisableWebhook: disableWebhook,
};
export type WebhookCommand = CommandsOf<typeof webhookRules>;
export const webhookDecider = deciderOf(webhookEvolution, webhookRules);

const requestRules = {
  RequestChange: requestChange,
  DecideRequest: decideRequest,
  CarryOutRequest: carryOutRequest,
  NameRequest: nameRequest,
};
export type RequestCommand = CommandsOf<typeof requestRules>;
export const requestDecider = deciderOf(requestEvolution, requestRules);

const routeRules = {
  DefineRoute: defineRoute,
  ChangeRoute: changeRoute,
  RetireRoute: retireRoute,
};
export type RouteCommand = CommandsOf<typeof routeRules>;
export const routeDecider = deciderOf(routeEvolution, routeRules);

const importRules = {
  BeginImport: beginImport,
  MapColumns: mapColumns,
  CutTitles: cutTitles,
  OrderDates: orderDates,
  AcceptExceptions: acceptExceptions,
  MendFiles: mendFiles,
  CheckImport: checkImport,
  ApproveImport: approveImport,
  CompleteImport: completeImport,
  AbandonImport: abandonImport,
  RecordPreview: recordPreview,
};
export type ImportCommand = CommandsOf<typeof importRules>;
export const importDecider = deciderOf(importEvolution, importRules);
