import type { Failure, FailureCode } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { lasting } from '#app/ui/text/count.ts';
import { showMoment } from '#app/ui/text/date.ts';

interface Problem {
  /** HTTP status (RFC 9110). */
  status: number;
  /** The specification's message where it has one, word for word. */
  title: string;
  /** The form field beside which a screen shows it; the head of the form where absent. */
  field?: string;
}

/** Each refusal's status, message and field. */
const problems: Record<FailureCode, Problem> = {
  invalid_input: { status: 422, title: 'Invalid Input.' },
  malformed: { status: 400, title: 'The request could not be read.' },
  not_signed_in: { status: 401, title: 'Sign in to continue.' },
  not_allowed: { status: 403, title: 'Your role does not permit this.' },
  not_found: { status: 404, title: 'There is nothing here.' },
  conflict: {
    status: 409,
    title: 'Someone else changed this at the same time. Check it again, then repeat what you did.',
  },
  person_not_as_recorded: {
    status: 409,
    title:
      'The database says something else about you than the ledger records. Nothing was recorded. ' +
      'Tell your administrator to compare them.',
  },
  changed_meanwhile: { status: 412, title: 'It was changed after you opened it, and nothing was recorded.' },
  other_person: {
    status: 409,
    title:
      'Someone else has signed in with this browser since this page was opened. Nothing was recorded. ' +
      'Sign in as yourself, then send the form again.',
  },
  too_many_requests: { status: 429, title: 'Too many requests.' },

  ledger_busy: {
    status: 503,
    title: 'The system is busy. Nothing was recorded. Try again in a moment.',
  },

  busy: { status: 503, title: 'The server is busy and did not finish this. Try again in a moment.' },

  clock_not_confirmed: {
    status: 503,
    title: 'The clock of the server jumped ahead and is being checked. Nothing was recorded. Try again in a moment.',
  },

  database_full: {
    status: 507,
    title: 'The storage is full. What you sent was not recorded. Contact your administrator.',
  },

  database_away: { status: 503, title: 'The database cannot be reached at the moment.' },
  storage_away: { status: 503, title: 'The files cannot be reached at the moment.' },

  method_not_allowed: { status: 405, title: 'This address does not support this method.' },
  not_json: { status: 415, title: 'The body must be JSON: send it as application/json.' },
  body_too_large: { status: 413, title: 'The body is too large.' },
  headers_too_large: {
    status: 431,
    title: 'The address and headers of a request are limited to 16 kB.',
  },
  range_not_satisfiable: { status: 416, title: 'The file has no bytes in this range.' },
  request_timeout: { status: 408, title: 'The request did not arrive in time.' },
  idempotency_key_invalid: { status: 400, title: 'An Idempotency-Key is 1 to 255 printable characters.' },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key was used for another request. Use a new key for each request.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still in progress. Try again in a moment.',
  },
  fault: {
    status: 500,
    title: 'Something went wrong. What you saved before is safe. Give your administrator the request id.',
  },

  webhooks_too_many: { status: 409, title: 'An organisation has at most 20 webhooks. Remove one first.' },
  webhook_removed: { status: 409, title: 'This webhook is removed.' },
  webhook_delivery_sent: { status: 409, title: 'Only a delivery that waits to be sent can be skipped.' },

  // Documents and their versions.
  document_name_in_use: { status: 409, title: 'Document name is already in use.', field: 'name' },
  document_number_in_use: { status: 409, title: 'Document with matching Type and ID already exists.', field: 'docNum' },
  document_version_not_newer: { status: 422, title: 'Version number must be increasing', field: 'version' },
  document_not_in_status: { status: 409, title: 'The status of the document does not allow this.' },
  document_files_missing: { status: 422, title: 'This field is required.', field: 'final' },
  document_approvers_missing: { status: 422, title: 'This field is required.', field: 'approvers' },
  document_departments_missing: { status: 422, title: 'This field is required.', field: 'departments' },
  document_ever_reviewed: { status: 409, title: 'A document that was sent for review cannot be discarded.' },
  externally_effective_requires_admin: {
    status: 403,
    title: 'Must be an Admin user to declare a document effective outside the system.',
    field: 'externallyEffective',
  },
  publish_requires_admin: { status: 403, title: 'Must be an Admin user to publish a document.' },
  retire_requires_admin: { status: 403, title: 'Admin access required to retire a document.' },
  duties_not_separated: { status: 409, title: 'The separation of duties does not permit this.' },
  owner_not_eligible: {
    status: 422,
    title: 'A document is owned by an active author or admin of your organisation.',
    field: 'owner',
  },
  effective_date_not_future: { status: 422, title: 'Choose a date in the future', field: 'effectiveDate' },
  effective_date_not_reached: { status: 409, title: 'The effective date has not been reached.' },
  preview_outdated: { status: 409, title: 'The preview is out of date. Nothing was recorded.' },
  functional_area_unknown: {
    status: 422,
    title: 'Choose a functional area of your organisation.',
    field: 'functionalArea',
  },
  department_unknown: { status: 422, title: 'Choose departments of your organisation.', field: 'departments' },

  // Approvers, approvals and the steps of a route.
  approver_not_eligible: {
    status: 422,
    title: 'Approvers are active authors and admins of your organisation.',
    field: 'approvers',
  },
  approver_already_listed: {
    status: 409,
    title: 'This person is already an approver of this version.',
    field: 'approvers',
  },
  step_asks_all: { status: 409, title: 'This step asks everybody who holds its function.', field: 'approvers' },
  approver_is_last: { status: 409, title: 'The last approver cannot be removed.', field: 'approvers' },
  approval_not_yours: { status: 403, title: "You don't have permission to approve this document." },
  approval_not_open: { status: 409, title: 'This approval is no longer open.' },
  step_not_open: { status: 409, title: 'This step of the approval route is not open.' },
  function_missing: {
    status: 403,
    title: 'This step needs a function that the person does not hold.',
    field: 'approvers',
  },
  owner_may_not_approve: {
    status: 409,
    title: 'The owner of a version does not sign this step of its approval route.',
    field: 'approvers',
  },
  quality_step_required: { status: 409, title: 'The quality unit signs this document.', field: 'approvers' },

  // Changes of versions, change requests, and comments to a version in review.
  request_decided: { status: 409, title: 'This change request is decided already.' },
  request_not_accepted: { status: 422, title: 'A version carries out accepted change requests of its document.' },
  comment_open: { status: 409, title: 'A comment that must be fixed is open.' },
  comment_resolved: { status: 409, title: 'This comment is resolved already.' },
  review_ended: { status: 409, title: 'The review of this version has ended.' },
  change_reason_missing: {
    status: 422,
    title: 'Your organisation requires a reason for each revision, and in a line or more what it changes.',
  },
  training_reason_missing: { status: 422, title: 'Say why nobody needs training on this version.' },

  // The import of a library.
  import_not_in_status: { status: 409, title: 'This import is at another step now.' },
  import_has_problems: { status: 409, title: 'The preview found problems. Mend the source, then begin again.' },
  import_outdated: { status: 409, title: 'The plan of this import does not fit any more.' },
  import_sample_open: { status: 422, title: 'Say of each row of the sample whether it is equal.' },
  import_second_person: {
    status: 403,
    title: 'Another person must approve the import than the one who began it and the one who checked it.',
  },
  import_repeated: { status: 409, title: 'This library was imported already.' },

  record_not_yours: { status: 403, title: "You don't have permission to review this document." },
  record_already_completed: { status: 409, title: 'You have already reviewed this document.' },
  nobody_lacks_training: { status: 409, title: 'Nobody lacks training on this version.' },
  training_reminded: { status: 409, title: 'This person was reminded within the last day.' },
  record_not_open: { status: 409, title: 'This training record is no longer open.' },

  signature_pdf_not_opened: { status: 409, title: 'Download the PDF of this version before you sign.' },
  signature_statement_not_accepted: {
    status: 422,
    title: 'Accept that your signature is legally binding before you sign.',
    field: 'consent',
  },
  identity_not_verified: { status: 403, title: 'An admin must verify your identity before you can sign.' },
  signature_email_mismatch: {
    status: 422,
    title: 'The entered email address does not match your user profile.',
    field: 'email',
  },
  signature_credentials_wrong: {
    status: 401,
    title: 'Your email address and password combination are incorrect.',
    field: 'password',
  },

  // Sign-ins, second factors, passkeys and single sign-on.
  second_factor_required: { status: 401, title: 'Enter the code from your authenticator app.', field: 'code' },
  second_factor_missing: { status: 403, title: 'Set up your second factor first.' },
  second_factor_expired: { status: 401, title: 'This sign-in took too long. Sign in again.' },
  one_time_code_wrong: {
    status: 401,
    title: 'This code is wrong or was used before. Enter the one that the app shows now.',
    field: 'code',
  },
  passkey_wrong: { status: 422, title: 'This is not the answer of one of your passkeys.' },
  passkey_expired: {
    status: 422,
    title: 'A passkey’s answer counts once and for five minutes. Use your passkey again.',
  },
  passkey_words_changed: { status: 422, title: 'What you sign changed meanwhile. Use your passkey again.' },
  reauthentication_stale: {
    status: 401,
    title: 'Nothing was signed: the sign-in of your organisation did not ask you again.',
  },
  reauthentication_of_another: {
    status: 401,
    title: 'Somebody else signed in, so nothing was signed. Sign in with your own account.',
  },
  reauthentication_invalid: {
    status: 401,
    title: "The answer of your organisation's sign-in could not be verified. Nothing was recorded.",
  },
  reauthentication_words_changed: {
    status: 409,
    title: 'What you sign has changed since you left, so nothing was signed. Sign again.',
  },
  single_sign_on_required: {
    status: 403,
    title: 'Your organisation signs in with single sign-on.',
  },
  single_sign_on_unused: {
    status: 422,
    title: 'Your organisation does not use single sign-on. Sign in with your password.',
    field: 'email',
  },
  single_sign_on_expired: {
    status: 410,
    title: 'This sign-in took too long, was used before or began in another browser. Start again.',
  },
  single_sign_on_cancelled: { status: 401, title: 'The sign-in was cancelled. Nothing was recorded.' },
  single_sign_on_email_unverified: {
    status: 403,
    title: "Your organisation's directory does not say that your email address is verified. Ask your administrator.",
  },
  single_sign_on_unknown: {
    status: 403,
    title: 'Nobody with your account is invited. Ask an admin of your organisation to invite you.',
  },
  single_sign_on_of_another: {
    status: 403,
    title: 'This person is linked to another account of the directory. An admin can unlink it on their profile.',
  },
  issuer_unreachable: {
    status: 503,
    title: "Your organisation's sign-in cannot be reached. Try again in a few minutes.",
  },
  demonstration_loading: {
    status: 503,
    title: 'The demonstration is still being loaded. Sign in once the console says that it is loaded.',
  },

  credentials_wrong: { status: 401, title: 'Your email and password do not match our records.' },
  attempts_exceeded: { status: 429, title: 'You have exceeded your allowed password attempts.' },
  account_locked_until_unlocked: { status: 429, title: 'You have exceeded your allowed password attempts.' },
  password_expired: { status: 403, title: 'Your password has expired and must be changed.' },
  password_weak: { status: 422, title: 'Choose a stronger password', field: 'newPassword' },
  password_unchanged: {
    status: 422,
    title: 'Your new password cannot match your previous password.',
    field: 'newPassword',
  },
  current_password_wrong: {
    status: 401,
    title: 'Your current password has not been entered correctly.',
    field: 'currentPassword',
  },
  code_wrong: { status: 401, title: 'Invalid verification code provided.', field: 'code' },
  code_expired: { status: 403, title: 'Verification code has expired. Please request a new code.', field: 'code' },
  code_not_requestable: { status: 422, title: 'Unable to request a code for this email.', field: 'email' },
  password_not_accepted: { status: 406, title: 'Password was not accepted.', field: 'newPassword' },
  email_sent_again: { status: 409, title: 'This email has been sent again already.' },
  account_not_locked: { status: 409, title: 'This account is not locked.' },
  already_confirmed: { status: 410, title: 'User is already confirmed.' },
  setup_code_wrong: { status: 403, title: 'This is not the set-up code that the console shows.', field: 'setupCode' },
  setup_already_done: { status: 409, title: 'The first organisation is already set up.' },

  email_in_use: { status: 409, title: texts.emailInUse, field: 'email' },
  email_format: { status: 422, title: 'Invalid email address format.', field: 'email' },
  email_not_changing: { status: 409, title: 'No other address waits to be confirmed.' },
  email_change_cancelled: {
    status: 410,
    title: 'This change of the email address was cancelled. Sign in with the address from before.',
  },
  super_admin_required: { status: 403, title: 'Only a super admin may give or take this role.', field: 'role' },
  cannot_deactivate_self: { status: 409, title: 'You cannot deactivate yourself.' },
  last_admin: { status: 409, title: 'The last active admin cannot be deactivated or given another role.' },
  local_admin: { status: 409, title: 'The local admin cannot be deactivated and stays an admin.' },
  user_not_in_status: { status: 409, title: 'The status of the team member does not allow this.' },
  functional_area_exists: { status: 409, title: 'A functional area with this name already exists.', field: 'name' },
  functional_area_name_invalid: { status: 422, title: 'Must enter a valid functional area name.', field: 'name' },
  department_exists: { status: 409, title: 'A department with this name already exists.', field: 'name' },
  department_name_reserved: { status: 422, title: 'Invalid department name.', field: 'name' },
  department_name_conflicting: {
    status: 409,
    title: 'Attempting to save a department with a conflicting name.',
    field: 'name',
  },

  function_exists: { status: 409, title: 'A function with this name already exists.', field: 'name' },
  function_retired: { status: 409, title: 'This function is retired. Nobody new can get it.', field: 'function' },
  function_already_held: { status: 409, title: 'The person holds this function already.', field: 'function' },
  function_not_held: { status: 409, title: 'The person does not hold this function.' },
  absence_overlaps: { status: 409, title: 'Another absence covers some of these days.', field: 'from' },
  absence_over: { status: 409, title: 'This absence is over.' },
  deputy_not_eligible: { status: 422, title: 'This person cannot be the deputy.', field: 'deputy' },

  service_account_exists: { status: 409, title: 'A service account with this name already exists.', field: 'name' },
  service_account_ended: { status: 409, title: 'This service account no longer works.' },
  service_account_expired: { status: 401, title: 'This service account has expired.' },
  service_account_revoked: { status: 401, title: 'This service account was revoked.' },
  service_account_suspended: { status: 403, title: 'This service account is suspended: its owner is not active.' },
  service_account_network: { status: 403, title: 'This service account may not be used from this network.' },
  service_account_scope: { status: 403, title: 'This service account lacks the scope for this operation.' },
  service_account_forbidden: {
    status: 403,
    title: 'A service account can never do this. It takes a person who is signed in.',
  },

  file_extension: { status: 415, title: 'This type of file is not accepted here.' },
  file_content: { status: 415, title: 'The content of the file does not match its name.' },
  file_not_pages: { status: 415, title: 'The PDF contains more than pages.' },
  file_encrypted: { status: 415, title: 'The file is protected by a password. Upload it without one.' },
  file_truncated: { status: 415, title: 'The file is incomplete or damaged. Upload it again.' },
  file_empty: { status: 422, title: 'The file is empty.' },
  file_too_large: { status: 413, title: 'The file is larger than your organisation permits.' },
  file_missing: { status: 404, title: 'There was a problem downloading this document.' },
  certificate_unavailable: {
    status: 503,
    title: "The copy could not be sealed with your organisation's certificate, so it was not sent.",
  },
  file_damaged: { status: 500, title: 'There was a problem downloading this document.' },
  report_too_large: {
    status: 422,
    title: 'A PDF of the training matrix holds at most 200,000 cells. Use the filters, or download the CSV.',
  },
  ledger_unsound: {
    status: 500,
    title: 'The ledger does not match its signed checkpoint, so no evidence can be made. Contact your administrator.',
  },
  evidence_unverified: {
    status: 500,
    title: 'The evidence pack did not verify after it was made, so it was not handed out. Contact your administrator.',
  },
  evidence_empty: { status: 404, title: 'No events to prove.' },
  comparison_differs: { status: 409, title: 'What changed was compared again. Look at it, then sign.' },
  comparison_not_readable: {
    status: 422,
    title: 'A PDF is missing, damaged, over 30 MB, or takes too much memory to compare.',
  },
  link_expired: { status: 410, title: 'This link does not work' },
  link_invalid: { status: 403, title: 'This link does not work' },
  link_of_another: { status: 403, title: 'This link belongs to someone else' },
  storage_full: { status: 507, title: 'The file could not be saved because the storage is full. Nothing was changed.' },
};

/** A refusal with its status and message. */
export interface ProblemView {
  status: number;
  code: FailureCode;
  title: string;
  detail: string | null;
  field: string | null;
  errors: Record<string, string[]>;
  /** Seconds until another try can succeed. */
  retryAfter: number | null;
}

/** Looks a refusal up in the table. */
export function problemOf(failure: Failure): ProblemView {
  const { status, title, field } = problems[failure.code];
  return {
    status,
    code: failure.code,
    title,
    detail: failure.detail ?? waitOf(failure) ?? remindedOf(failure),
    field: field ?? null,
    errors: failure.fields ?? {},
    retryAfter: retryAfterOf(failure, status),
  };
}

/** The waiting time after too many requests, rounded up. */
function waitOf({ code, facts }: Failure): string | null {
  if (code !== 'too_many_requests' || typeof facts?.retryAfterSeconds !== 'number') return null;
  const seconds = facts.retryAfterSeconds;
  return `Try again in ${seconds < 60 ? lasting(seconds, 'second') : lasting(Math.ceil(seconds / 60), 'minute')}.`;
}

/** Who was reminded when, and when that is possible again. */
function remindedOf({ code, facts }: Failure): string | null {
  if (code !== 'training_reminded' || !facts) return null;
  const [last, next] = [facts.last ?? '', facts.next ?? ''].map(showMoment);
  return `${facts.person} was reminded on ${last}. Another reminder is possible from ${next}.`;
}

/** The seconds for `Retry-After` (RFC 9110 section 10.2.3) of a 429 or 503. */
function retryAfterOf({ facts }: Failure, status: number): number | null {
  if (status !== 429 && status !== 503) return null;
  return typeof facts?.retryAfterSeconds === 'number' ? facts.retryAfterSeconds : 1;
}
