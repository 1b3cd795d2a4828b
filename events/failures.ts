import type { z } from 'zod';
import { texts } from '#events/texts.ts';

/**
 * The closed union of refusals. A rule that says no answers one of these; a thrown error is a bug.
 * `app/kit/errors/problem.ts` maps each code to its HTTP status, the specification's message and where it shows.
 */
export const failureCodes = [
  // input and access
  'invalid_input',
  'malformed',
  'not_signed_in',
  'not_allowed',
  'not_found',
  'conflict',
  'person_not_as_recorded',
  'changed_meanwhile',
  'other_person',
  'too_many_requests',
  'ledger_busy',
  'busy',
  'clock_not_confirmed',
  'database_full',
  'database_away',
  // the calls under /api
  'method_not_allowed',
  'not_json',
  'body_too_large',
  'headers_too_large',
  'range_not_satisfiable',
  'request_timeout',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'fault',
  // documents
  'document_name_in_use',
  'document_number_in_use',
  'document_version_not_newer',
  'document_not_in_status',
  'document_files_missing',
  'document_approvers_missing',
  'document_departments_missing',
  'document_ever_reviewed',
  'externally_effective_requires_admin',
  'publish_requires_admin',
  'retire_requires_admin',
  'owner_not_eligible',
  'duties_not_separated',
  'effective_date_not_future',
  'effective_date_not_reached',
  'preview_outdated',
  'change_reason_missing',
  'training_reason_missing',
  'functional_area_unknown',
  'department_unknown',
  // approvals
  'approver_not_eligible',
  'approver_already_listed',
  'approver_is_last',
  'approval_not_yours',
  'approval_not_open',
  'step_not_open',
  'step_asks_all',
  'function_missing',
  'owner_may_not_approve',
  'quality_step_required',
  // training
  'record_not_yours',
  'record_already_completed',
  'record_not_open',
  'training_reminded',
  'nobody_lacks_training',
  // signatures
  'signature_pdf_not_opened',
  'signature_email_mismatch',
  'signature_credentials_wrong',
  'signature_statement_not_accepted',
  'identity_not_verified',
  'reauthentication_stale',
  'reauthentication_of_another',
  'reauthentication_invalid',
  'reauthentication_words_changed',
  // identity
  'credentials_wrong',
  'attempts_exceeded',
  'account_locked_until_unlocked',
  'password_expired',
  'password_weak',
  'password_unchanged',
  'current_password_wrong',
  'second_factor_required',
  'second_factor_missing',
  'second_factor_expired',
  'one_time_code_wrong',
  'passkey_wrong',
  'passkey_expired',
  'passkey_words_changed',
  'code_wrong',
  'code_expired',
  'code_not_requestable',
  'password_not_accepted',
  'already_confirmed',
  'account_not_locked',
  'email_sent_again',
  'single_sign_on_required',
  'single_sign_on_unused',
  'single_sign_on_expired',
  'single_sign_on_cancelled',
  'single_sign_on_email_unverified',
  'single_sign_on_unknown',
  'single_sign_on_of_another',
  'issuer_unreachable',
  'demonstration_loading',
  'setup_code_wrong',
  'setup_already_done',
  // people and organisation
  'email_in_use',
  'email_format',
  'email_not_changing',
  'email_change_cancelled',
  'super_admin_required',
  'cannot_deactivate_self',
  'last_admin',
  'local_admin',
  'user_not_in_status',
  'functional_area_exists',
  'functional_area_name_invalid',
  'department_exists',
  'department_name_reserved',
  'department_name_conflicting',
  // functions and absences
  'function_exists',
  'function_retired',
  'function_already_held',
  'function_not_held',
  'absence_overlaps',
  'absence_over',
  'deputy_not_eligible',
  // imports
  'import_not_in_status',
  'import_has_problems',
  'import_outdated',
  'import_sample_open',
  'import_second_person',
  'import_repeated',
  // service accounts
  'service_account_exists',
  'service_account_ended',
  'service_account_expired',
  'service_account_revoked',
  'service_account_suspended',
  'service_account_network',
  'service_account_scope',
  'service_account_forbidden',
  // webhooks
  'webhooks_too_many',
  'webhook_removed',
  'webhook_delivery_sent',
  // files
  'file_extension',
  'file_content',
  'file_not_pages',
  'file_encrypted',
  'file_truncated',
  'file_empty',
  'file_too_large',
  'file_missing',
  'file_damaged',
  'certificate_unavailable',
  'storage_full',
  'storage_away',
  'link_expired',
  'link_invalid',
  'link_of_another',
  // evidence and reports
  'report_too_large',
  'ledger_unsound',
  'evidence_unverified',
  'evidence_empty',
  // change requests and comments
  'request_decided',
  'request_not_accepted',
  'comment_open',
  'comment_resolved',
  'review_ended',
  // comparison of versions
  'comparison_not_readable',
  'comparison_differs',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/**
 * A refusal. `fields` carries messages per field (form names); `detail` a sentence that names what stands in the way,
 * in the product's words; `facts` what a caller may show or act on (a status, seconds to wait).
 */
export interface Failure {
  code: FailureCode;
  detail?: string;
  fields?: Record<string, string[]>;
  facts?: Record<string, string | number>;
}

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

export const refuse = (code: FailureCode, more: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code, ...more },
});

/** The words for what a schema has none of its own for: what is missing, and what is of another kind. */
export const plainWords = ({ input }: { input?: unknown }): string =>
  input === undefined || input === null ? texts.required : texts.invalid;

/** Zod's issues as messages by form field name (`approvers[0]` and so on, as conform names them). */
export function fieldMessages(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const name = issue.path.reduce<string>(
      (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part)),
      '',
    );
    const own = (fields[name] ??= []);
    if (!own.includes(issue.message)) own.push(issue.message);
  }
  return fields;
}
