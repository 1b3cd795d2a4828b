// Made from the migrations by `npx tsx scripts/write-schema.ts`: do not edit.

import type { ChangeKind } from "#events/document/change-kinds.ts";
import type { DraftChange, VersionChange } from "#events/document/change.ts";
import type { PageArea } from "#events/document/comment-events.ts";
import type { DocumentType, StoredFile } from "#events/document/events.ts";
import type { VersionClaim } from "#events/import/document-events.ts";
import type { ColumnMap, ImportCounts } from "#events/import/events.ts";
import type { ImportStatus } from "#events/import/import.ts";
import type { Row } from "#events/ledger/types.ts";
import type { OrganisationSettings } from "#events/organisation/events.ts";
import type { Urgency } from "#events/request/kinds.ts";
import type { RequestStatus } from "#events/request/request.ts";
import type { Separation, StepMeaning } from "#events/route/kinds.ts";
import type { RouteDefinition } from "#events/route/route.ts";
import type { SignatureMeaning } from "#events/signature-meaning.ts";
import type { SignatureMethod } from "#events/signature.ts";
import type { Instant } from "#events/time.ts";
import type { TrainingClaim } from "#events/training/events.ts";
import type { AuthenticatorKind, IdentityHow, Role, UserStatus } from "#events/user/events.ts";
import type { DisabledBecause } from "#events/webhook/events.ts";
import type { WebhookKind } from "#events/webhook/kinds.ts";
import type { DecimalText, Derived } from "#projections/columns.ts";
import type { ApprovalStatus, AuditSubject, DocumentStatus, TrainingStatus, VersionStatus } from "#projections/statuses.ts";

export interface ReadAbsence {
  declared_at: Instant;
  /**
   * Who approves in their place.
   */
  deputy_uid: string;
  ended_at: Instant | null;
  /**
   * A day of the organisation, included.
   */
  from_day: string;
  org_id: Derived<string>;
  uid: string;
  /**
   * As `from_day`.
   */
  until_day: string;
  user_uid: string;
}

export interface ReadApproval {
  cancelled_at: Instant | null;
  cancelled_because: "removed" | "replaced" | "rejected" | "revised" | "retired" | "step_complete" | null;
  /**
   * SHA-256 of the comparison with an earlier version that the form showed.
   */
  comparison: string | null;
  document_uid: string;
  /**
   * The function that the person was asked for.
   */
  function_name: string | null;
  meaning: SignatureMeaning | null;
  org_id: Derived<string>;
  reason: string | null;
  requested_at: Instant;
  /**
   * Of the exact PDF that was signed.
   */
  sha256: string | null;
  signed_at: Instant | null;
  signed_name: string | null;
  /**
   * How the signer was checked: `email and password`.
   */
  signed_with: SignatureMethod | null;
  /**
   * The printed name at the time of signing.
   */
  signer_name: string | null;
  signer_role: string | null;
  /**
   * The deputy who signed; null where the person who was asked did.
   */
  signer_uid: string | null;
  status: ApprovalStatus;
  /**
   * The number, from 1, of the step of its route.
   */
  step: number | null;
  uid: string;
  /**
   * The approver's name when asked.
   */
  user_name: string;
  user_uid: string;
  version: string;
}

export interface ReadAudit {
  kind: Derived<AuditSubject>;
  org_id: Derived<string>;
  position: Derived<DecimalText>;
  subject: Derived<string>;
}

export interface ReadAuditEntry {
  kind: AuditSubject;
  org_id: Derived<string>;
  position: DecimalText;
  subject: string;
}

export interface ReadAuthenticator {
  /**
   * Base64url; null where it is no passkey.
   */
  credential_id: string | null;
  enrolled_at: Instant;
  kind: AuthenticatorKind;
  model: string | null;
  org_id: Derived<string>;
  public_key: string | null;
  revoked_at: Instant | null;
  uid: string;
  user_uid: string;
}

export interface ReadChangeRequest {
  attachment: StoredFile | null;
  /**
   * As it was at that time, as the other names.
   */
  author_name: string;
  author_uid: string;
  carried_out_at: Instant | null;
  carried_out_version: string | null;
  decided_at: Instant | null;
  decided_by_name: string | null;
  document_uid: string;
  org_id: Derived<string>;
  /**
   * Null for the whole document.
   */
  page: number | null;
  /**
   * Why it was declined, or what was said with the acceptance.
   */
  reason: string | null;
  requested_at: Instant;
  status: RequestStatus;
  text: string;
  uid: string;
  urgency: Urgency;
  /**
   * The version that it is about.
   */
  version: string;
  words: string | null;
}

export interface ReadCommentAnswer {
  answered_at: Instant;
  author_name: string;
  author_uid: string;
  comment_uid: string;
  org_id: Derived<string>;
  text: string;
  uid: string;
}

export interface ReadComparison {
  document_uid: string;
  file: StoredFile;
  from_version: string;
  made_at: Instant;
  method: string;
  org_id: Derived<string>;
  pages_changed: number;
  sha256: string;
  to_version: string;
  words_added: number;
  words_removed: number;
}

export interface ReadDepartment {
  created_at: Instant;
  name: string;
  name_folded: Derived<string>;
  org_id: Derived<string>;
  uid: string;
}

export interface ReadDocument {
  /**
   * The working version has all its approvals.
   */
  approved: boolean;
  /**
   * Of the working version, like `published_at` and `effective_at`.
   */
  approved_at: Instant | null;
  /**
   * What the working version changes and why; of a draft as far as it is written.
   */
  change: DraftChange | null;
  created_at: Instant;
  /**
   * Stays when the ownership is transferred.
   */
  creator_uid: string;
  doc_num: string;
  /**
   * Some version is in force.
   */
  effective: boolean;
  effective_at: Instant | null;
  /**
   * Of the version in force, in days; null where the working version has the same.
   */
  effective_review_interval: number | null;
  /**
   * Of the version in force, in days; null where the working version has the same.
   */
  effective_training_interval: number | null;
  effective_version: string | null;
  externally_effective: boolean;
  final_file: StoredFile | null;
  /**
   * Of an imported document: the number that it had in its source.
   */
  former_number: string | null;
  functional_area: string;
  import_uid: string | null;
  /**
   * Since when the version in force is in force.
   */
  latest_effective_at: Instant | null;
  name: string;
  name_folded: Derived<string>;
  /**
   * For uniqueness: see `read.name_key`.
   */
  name_key: Derived<string>;
  /**
   * What somebody may type for the number: see `read.number_spellings`.
   */
  number_spellings: Derived<string>;
  org_id: Derived<string>;
  owner_uid: string;
  published_at: Instant | null;
  retired_at: Instant | null;
  retired_reason: string | null;
  /**
   * When the version in force is due for periodic review: the rule of `events/document/periodic-review.ts`.
   */
  review_due_at: Derived<Instant | null>;
  /**
   * Of the working version, in days.
   */
  review_interval: number;
  /**
   * The latest periodic review.
   */
  reviewed_at: Instant | null;
  /**
   * When its content last changed: created, edited, a file attached, revised.
   */
  revised_at: Instant;
  revision_final_file: StoredFile | null;
  /**
   * Attached already for the revision to come; the working version keeps its own.
   */
  revision_working_file: StoredFile | null;
  status: DocumentStatus;
  /**
   * The specification's order; REJECTED last.
   */
  status_order: Derived<number>;
  /**
   * Of the working version, in days.
   */
  training_interval: number;
  /**
   * The version whose training counts: the pending one while PENDING, else the one in force.
   */
  training_version: Derived<string | null>;
  type: DocumentType;
  uid: string;
  version: string;
  working_file: StoredFile | null;
}

export interface ReadDocumentDepartment {
  department_uid: string;
  document_uid: string;
  org_id: Derived<string>;
  version: string;
}

export interface ReadDocumentRelation {
  document_uid: string;
  import_uid: string;
  org_id: Derived<string>;
  related_uid: string;
  relation: string;
}

export interface ReadDocumentVersion {
  approved_at: Instant | null;
  /**
   * What it changes and why; null where nobody said so.
   */
  change: VersionChange | null;
  /**
   * Of an imported version: what its source claims.
   */
  claimed: VersionClaim | null;
  document_uid: string;
  effective_at: Instant | null;
  /**
   * The IANA zone that the effective date was chosen in: its calendar date is that of `effective_at` there.
   */
  effective_zone: string | null;
  /**
   * Of an imported version: the scan of the signatures.
   */
  evidence: StoredFile | null;
  externally_effective: boolean;
  final_file: StoredFile;
  import_uid: string | null;
  name: string;
  name_folded: Derived<string>;
  name_key: Derived<string>;
  org_id: Derived<string>;
  published_at: Instant | null;
  /**
   * Why it was revised; null of a first version and where nobody said so.
   */
  reason: string | null;
  rejected_at: Instant | null;
  retired_at: Instant | null;
  route_name: string | null;
  /**
   * The route that it was sent along; null where every approver was asked at once.
   */
  route_uid: string | null;
  route_version: number | null;
  /**
   * The original with its manifestation page.
   */
  signed_file: StoredFile | null;
  status: VersionStatus;
  /**
   * When it went to its approvers, or was declared effective.
   */
  submitted_at: Instant;
  /**
   * Who did it, by the name of then.
   */
  submitted_by_name: string | null;
  superseded_at: Instant | null;
  /**
   * Waived, with the training of the version before carried over.
   */
  training_carried: boolean | null;
  /**
   * Null until it is published.
   */
  training_waived: boolean | null;
  version: string;
  /**
   * Newer is greater.
   */
  version_order: Derived<number>;
  withdrawn_at: Instant | null;
  working_file: StoredFile;
}

export interface ReadFunction {
  created_at: Instant;
  name: string;
  org_id: Derived<string>;
  retired_at: Instant | null;
  uid: string;
}

export interface ReadFunctionalArea {
  /**
   * A uid; of an area of before it could be renamed, its first name in capitals.
   */
  area: string;
  created_at: Instant;
  name: string;
  org_id: Derived<string>;
  retired_at: Instant | null;
}

export interface ReadFunctionGrant {
  /**
   * A day of the organisation, included.
   */
  from_day: string;
  function_uid: string;
  granted_at: Instant;
  org_id: Derived<string>;
  /**
   * As `from_day`.
   */
  until_day: string | null;
  user_uid: string;
}

export interface ReadLibraryImport {
  abandoned_at: Instant | null;
  abandoned_reason: string | null;
  approved_at: Instant | null;
  approved_by_name: string | null;
  begun_at: Instant;
  begun_by: string;
  /**
   * As it was at that time, as the other names.
   */
  begun_by_name: string;
  checked_at: Instant | null;
  checked_by: string | null;
  checked_by_name: string | null;
  columns: ColumnMap | null;
  completed_at: Instant | null;
  counts: ImportCounts | null;
  files: ReadonlyArray<StoredFile>;
  first_position: DecimalText | null;
  last_position: DecimalText | null;
  manifest: string;
  org_id: Derived<string>;
  plan: StoredFile | null;
  previewed_at: Instant | null;
  problems: number | null;
  reason: string;
  report: StoredFile | null;
  root: string | null;
  source: string;
  status: ImportStatus;
  uid: string;
  warnings: number | null;
}

export interface ReadOrganisation {
  created_at: Instant;
  domain: string;
  name: string;
  org_id: Derived<string>;
  settings: OrganisationSettings;
  uid: string;
}

export interface ReadReading {
  document_uid: string;
  downloaded_at: Instant;
  kind: "working" | "final" | "signed";
  org_id: Derived<string>;
  purpose: string;
  sha256: string;
  user_uid: string;
  version: string;
}

export interface ReadReviewComment {
  /**
   * A rectangle on the page.
   */
  area: PageArea | null;
  author_name: string;
  author_uid: string;
  document_uid: string;
  how: string | null;
  made_at: Instant;
  must_fix: boolean;
  org_id: Derived<string>;
  page: number;
  resolved_at: Instant | null;
  resolved_by_name: string | null;
  text: string;
  uid: string;
  version: string;
  words: string | null;
}

export interface ReadRoute {
  areas: RouteDefinition['areas'];
  changed_at: Instant;
  defined_at: Instant;
  kinds: ChangeKind[];
  name: string;
  org_id: Derived<string>;
  retired_at: Instant | null;
  same_person: boolean;
  separation: Separation;
  steps: RouteDefinition['steps'];
  types: RouteDefinition['types'];
  uid: string;
  version: number;
}

export interface ReadSeparationWaiver {
  /**
   * `next`: the version that is sent for review after `version`.
   */
  covers: "this" | "next";
  document_uid: string;
  org_id: Derived<string>;
  reason: string;
  version: string;
  waived_at: Instant;
  waived_by: string | null;
  /**
   * As it was at that time.
   */
  waived_by_name: string;
}

export interface ReadServiceAccount {
  created_at: Instant;
  expires_at: Instant;
  name: string;
  networks: ReadonlyArray<string>;
  org_id: Derived<string>;
  /**
   * As it was at that time.
   */
  owner_name: string;
  owner_uid: string;
  revoked_at: Instant | null;
  revoked_reason: string | null;
  rotated_at: Instant | null;
  scopes: ReadonlyArray<string>;
  /**
   * Names the one token that counts.
   */
  token_uid: string;
  uid: string;
}

export interface ReadStagedRow {
  import_uid: string;
  org_id: Derived<string>;
  row: Row;
  row_key: string;
  table_name: string;
}

export interface ReadTrainingRecord {
  assigned_at: Instant;
  assigned_because: string;
  assigned_position: DecimalText;
  cancelled_at: Instant | null;
  cancelled_because: string | null;
  cancelled_position: DecimalText | null;
  /**
   * Completed without a signature of its own: the version whose signature (`signed_at`) counts.
   */
  carried_from: string | null;
  /**
   * When it was last assigned, completed, cancelled or due on another day.
   */
  changed_at: Instant;
  /**
   * Of an imported record: what its source claims. Nobody signed it here.
   */
  claimed: TrainingClaim | null;
  comparison: string | null;
  completed_position: DecimalText | null;
  document_uid: string;
  due_at: Instant;
  meaning: SignatureMeaning | null;
  org_id: Derived<string>;
  reason: string | null;
  /**
   * When somebody reminded the person last.
   */
  reminded_at: Instant | null;
  sha256: string | null;
  signed_at: Instant | null;
  signed_name: string | null;
  signed_with: SignatureMethod | null;
  signer_name: string | null;
  signer_role: string | null;
  status: TrainingStatus;
  uid: string;
  user_uid: string;
  version: string;
}

export interface ReadUserAccount {
  /**
   * Since when a lock waits for an admin to end it.
   */
  awaits_unlock_since: Instant | null;
  /**
   * Of the latest invitation or reactivation.
   */
  code_expires_at: Instant | null;
  confirmed_at: Instant | null;
  created_at: Instant;
  credential_updated_at: Instant | null;
  deactivated_at: Instant | null;
  /**
   * The account at the organisation's issuer, as `directory_subject`.
   */
  directory_issuer: string | null;
  directory_subject: string | null;
  /**
   * Lower case; unique in the whole installation.
   */
  email: string;
  first_name: string;
  /**
   * First and last name with a space between.
   */
  full_name: Derived<string>;
  /**
   * Lower case without accents, for search and sorting: see `read.folded`.
   */
  full_name_folded: Derived<string>;
  /**
   * The printed name of the person who recorded it.
   */
  identity_by: string | null;
  /**
   * 21 CFR 11.100(b): how it was verified, `earlier` for people of before the setting; null while nobody has.
   */
  identity_how: IdentityHow | "earlier" | null;
  identity_verified_at: Instant | null;
  last_name: string;
  /**
   * The end of the latest lock that ends by itself; it may be past.
   */
  locked_until: Instant | null;
  manager_uid: string | null;
  org_id: Derived<string>;
  /**
   * The address that the person has yet to confirm.
   */
  pending_email: string | null;
  /**
   * Until when its code counts.
   */
  pending_email_until: Instant | null;
  role: Role;
  /**
   * 21 CFR 11.100(c): when the person accepted that signatures bind as handwritten ones do.
   */
  statement_accepted_at: Instant | null;
  status: UserStatus;
  uid: string;
}

export interface ReadUserDepartment {
  department_uid: string;
  org_id: Derived<string>;
  user_uid: string;
}

export interface ReadVersionStep {
  completed_at: Instant | null;
  days: number;
  document_uid: string;
  due_at: Instant | null;
  function_name: string | null;
  function_uid: string | null;
  /**
   * Null where all who are asked must sign.
   */
  how_many: number | null;
  meaning: StepMeaning;
  name: string;
  opened_at: Instant | null;
  org_id: Derived<string>;
  /**
   * One person may be asked in several steps of the route.
   */
  same_person: boolean;
  /**
   * Of the whole route.
   */
  separation: Separation;
  /**
   * From 1.
   */
  step: number;
  version: string;
}

export interface ReadWebhook {
  disabled_at: Instant | null;
  disabled_because: DisabledBecause | null;
  /**
   * The secret before, which signs too for a day after `rotated_at`.
   */
  former_secret_uid: string | null;
  kinds: ReadonlyArray<WebhookKind>;
  org_id: Derived<string>;
  registered_at: Instant;
  /**
   * The person or the service account that registered it.
   */
  registered_by: string | null;
  /**
   * Events after this position are sent.
   */
  registered_position: DecimalText;
  removed_at: Instant | null;
  rotated_at: Instant | null;
  /**
   * Names the signing secret.
   */
  secret_uid: string;
  uid: string;
  url: string;
}

export interface ReadWebhookSkip {
  delivery_uid: string;
  org_id: Derived<string>;
  reason: string;
  skipped_at: Instant;
  webhook_uid: string;
}

export interface DB {
  "read.absence": ReadAbsence;
  "read.approval": ReadApproval;
  "read.audit": ReadAudit;
  "read.audit_entry": ReadAuditEntry;
  "read.authenticator": ReadAuthenticator;
  "read.change_request": ReadChangeRequest;
  "read.comment_answer": ReadCommentAnswer;
  "read.comparison": ReadComparison;
  "read.department": ReadDepartment;
  "read.document": ReadDocument;
  "read.document_department": ReadDocumentDepartment;
  "read.document_relation": ReadDocumentRelation;
  "read.document_version": ReadDocumentVersion;
  "read.function": ReadFunction;
  "read.function_grant": ReadFunctionGrant;
  "read.functional_area": ReadFunctionalArea;
  "read.library_import": ReadLibraryImport;
  "read.organisation": ReadOrganisation;
  "read.reading": ReadReading;
  "read.review_comment": ReadReviewComment;
  "read.route": ReadRoute;
  "read.separation_waiver": ReadSeparationWaiver;
  "read.service_account": ReadServiceAccount;
  "read.staged_row": ReadStagedRow;
  "read.training_record": ReadTrainingRecord;
  "read.user_account": ReadUserAccount;
  "read.user_department": ReadUserDepartment;
  "read.version_step": ReadVersionStep;
  "read.webhook": ReadWebhook;
  "read.webhook_skip": ReadWebhookSkip;
}
