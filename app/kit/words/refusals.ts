import type { FailureCode } from '#events/failures.ts';

/** A form's action that can fail, in the specification's words. */
export interface FailedAct {
  words: string;
  /** The words precede every reason; else only a reason that does not name the action. */
  always: boolean;
}

const act = (words: string): FailedAct => ({ words, always: false });
const always = (words: string): FailedAct => ({ words, always: true });

/** The words of every action that can fail. */
export const failed = {
  createDocument: act('Unable to create document.'),
  reviseDocument: act('Unable to revise document.'),
  updateDocument: act('Unable to update document.'),
  publishDocument: act('Unable to publish document.'),
  retireDocument: act('Unable to retire document.'),
  reinstateDocument: act('Unable to reinstate document.'),
  waiveSeparation: act('Unable to record the exception.'),
  transferOwnership: act('Unable to transfer the ownership.'),
  recordReview: act('Unable to record the review.'),
  requestChange: act('Unable to request the change.'),
  decideRequest: act('Unable to decide the change request.'),
  comment: act('Unable to save the comment.'),
  approve: act('There was a problem approving the document.'),
  reject: act('There was a problem rejecting the document.'),
  review: act('There was a problem reviewing the document.'),
  signIn: act('There was a problem authenticating your email and password.'),
  secondFactor: act('There was a problem checking your code.'),
  unlinkDirectory: always('There was a problem unlinking the account.'),
  resetFactor: always('There was a problem resetting the second factor.'),
  requestCode: act('Unable to request a code for this email.'),
  createFunctionalArea: act('There was a problem creating your new functional area.'),
  editFunctionalArea: act('There was a problem updating this functional area.'),
  createDepartment: act('There was a problem creating your new department.'),
  createDepartments: always('No department was created.'),
  renameDepartment: act('There was a problem updating this department.'),
  saveSettings: always('There was a problem saving the settings.'),
  exportOrganisation: always('There was a problem exporting the organisation.'),
  beginImport: always('The import was not begun.'),
  previewImport: act('The import could not be previewed again.'),
  cutTitles: act('The titles were not cut.'),
  assignLacking: act('No training was assigned.'),
  orderDates: act('The order of the dates was not saved.'),
  acceptExceptions: act('The exceptions were not accepted.'),
  mendFiles: always('The files were not added.'),
  mapColumns: act('The columns were not saved.'),
  checkImport: act('There was a problem signing the check.'),
  approveImport: act('There was a problem approving the import.'),
  abandonImport: act('The import could not be abandoned.'),
  inviteUser: (name: string) => always(`There was a problem inviting ${name}`),
  inviteMany: always('There was a problem inviting these people. Nobody was invited.'),
  editUser: always('There was a problem editing this user.'),
  deactivateUser: always('There was a problem deactivating this user.'),
  verifyIdentity: act('The identity could not be recorded.'),
  reactivateUser: always('There was a problem reactivating this user.'),
  unlockUser: always('There was a problem unlocking this account.'),
  resendInvitation: always('There was a problem sending the invitation again.'),
  changeEmail: always('There was a problem changing the email address.'),
  cancelEmailChange: always('There was a problem cancelling the change of the email address.'),
  createFunction: always('There was a problem creating the function.'),
  editFunction: always('There was a problem updating the function.'),
  grantFunction: always('There was a problem granting the function.'),
  withdrawFunction: always('There was a problem withdrawing the function.'),
  declareAbsence: always('There was a problem declaring the absence.'),
  endAbsence: always('There was a problem ending the absence.'),
  createServiceAccount: always('There was a problem creating the service account.'),
  rotateServiceAccount: always('There was a problem rotating the token.'),
  revokeServiceAccount: always('There was a problem revoking the service account.'),
  saveRoute: always('There was a problem saving the route.'),
  retireRoute: always('There was a problem retiring the route.'),
  registerWebhook: always('There was a problem registering the webhook.'),
  changeWebhook: always('There was a problem changing the webhook.'),
  rotateWebhook: always('There was a problem rotating the secret.'),
  enableWebhook: always('There was a problem turning on the webhook.'),
  skipDelivery: always('There was a problem skipping the delivery.'),
  removeWebhook: always('There was a problem removing the webhook.'),
  addPasskey: act('The passkey was not added.'),
  removePasskey: act('The passkey was not removed.'),
  endSessions: always("There was a problem ending this user's sessions."),
} as const;

/** Refusals whose reason does not name the action that was refused. */
const unnamed: readonly FailureCode[] = [
  'conflict',
  'changed_meanwhile',
  'not_allowed',
  'document_not_in_status',
  'document_ever_reviewed',
  'review_ended',
  'approval_not_open',
  'record_not_open',
  'file_missing',
  'file_damaged',
  'certificate_unavailable',
];

/** A refusal as `problemOf` shows it. */
interface Refused {
  code: FailureCode;
  title: string;
  detail: string | null;
}

/** The title of a refusal, with the detail that names the status if there is one. */
export const reasonOf = ({ title, detail }: Refused): string =>
  detail && detail !== title ? `${title} ${detail}` : title;

const lookAgain = 'What you typed is still here. Check what changed, then send it again.';

/** The reason above a form that is shown again with its input. */
export const reasonAtForm = (refused: Refused): string =>
  refused.code === 'changed_meanwhile' ? `${reasonOf(refused)} ${lookAgain}` : reasonOf(refused);

/** A refusal, with the words of the action if the reason does not name it. */
export const refusalWords = (reason: string, code: FailureCode, act: FailedAct | undefined): string =>
  act && (act.always || unnamed.includes(code)) ? `${act.words} ${reason}` : reason;
