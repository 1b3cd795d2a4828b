import type { ChangeKind } from '#events/document/change-kinds.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { RouteDefinition } from '#events/route/route.ts';
import type { Separation } from '#events/route/kinds.ts';
import type { AuthenticatorKind } from '#events/user/events.ts';
import type { DisabledBecause } from '#events/webhook/events.ts';
import type { WebhookKind } from '#events/webhook/kinds.ts';
import type { IdentityHow, Role, UserStatus } from '#events/user/events.ts';
import type { ChangeRequestTable, CommentAnswerTable, ReviewCommentTable } from './change/tables.ts';
import type { DocumentRelationTable, LibraryImportTable, StagedRowTable } from './import/tables.ts';
import type { Derived, Moment, MomentOrNull, Org, Position } from './columns.ts';
import type {
  ApprovalTable,
  ComparisonTable,
  DocumentDepartmentTable,
  DocumentTable,
  DocumentVersionTable,
  TrainingRecordTable,
  VersionStepTable,
} from './document-tables.ts';

/** One row an organisation; its uid is the organisation's. */
export interface OrganisationTable {
  org_id: Org;
  uid: string;
  name: string;
  domain: string;
  settings: OrganisationSettings;
  created_at: Moment;
}

export interface UserAccountTable {
  org_id: Org;
  uid: string;
  first_name: string;
  last_name: string;
  /** First and last name with a space between. */
  full_name: Derived<string>;
  /** Lower case without accents, for search and sorting: see `read.folded`. */
  full_name_folded: Derived<string>;
  /** Lower case; unique in the whole installation. */
  email: string;
  role: Role;
  status: UserStatus;
  created_at: Moment;
  confirmed_at: MomentOrNull;
  deactivated_at: MomentOrNull;
  credential_updated_at: MomentOrNull;
  /** Of the latest invitation or reactivation. */
  code_expires_at: MomentOrNull;
  /** 21 CFR 11.100(c): when the person accepted that signatures bind as handwritten ones do. */
  statement_accepted_at: MomentOrNull;
  /** 21 CFR 11.100(b): how it was verified, `earlier` for people of before the setting; null while nobody has. */
  identity_how: IdentityHow | 'earlier' | null;
  /** The printed name of the person who recorded it. */
  identity_by: string | null;
  identity_verified_at: MomentOrNull;
  /** The end of the latest lock that ends by itself; it may be past. */
  locked_until: MomentOrNull;
  /** Since when a lock waits for an admin to end it. */
  awaits_unlock_since: MomentOrNull;
  /** The address that the person has yet to confirm, and until when its code counts. */
  pending_email: string | null;
  pending_email_until: MomentOrNull;
  /** The account at the organisation's issuer. */
  directory_issuer: string | null;
  directory_subject: string | null;
  manager_uid: string | null;
}

export interface UserDepartmentTable {
  org_id: Org;
  user_uid: string;
  department_uid: string;
}

export interface DepartmentTable {
  org_id: Org;
  uid: string;
  name: string;
  name_folded: Derived<string>;
  created_at: Moment;
}

export interface FunctionalAreaTable {
  org_id: Org;
  /** A uid; of an area of before it could be renamed, its first name in capitals. */
  area: string;
  name: string;
  created_at: Moment;
  retired_at: Moment | null;
}

/** Who downloaded which exact file last when. */
export interface ReadingTable {
  org_id: Org;
  document_uid: string;
  version: string;
  user_uid: string;
  kind: 'working' | 'final' | 'signed';
  sha256: string;
  purpose: string;
  downloaded_at: Moment;
}

export type AuditSubject = 'document' | 'user' | 'department' | 'organisation';

/** Which events are about, or were done by, which subject. The view `read.audit` joins training records to it. */
export interface AuditEntryTable {
  org_id: Org;
  subject: string;
  position: Position;
  kind: AuditSubject;
}

/** A program that may call the API with the rights of its owner, as far as its scopes reach. */
export interface ServiceAccountTable {
  org_id: Org;
  uid: string;
  name: string;
  owner_uid: string;
  /** As it was at that time. */
  owner_name: string;
  scopes: readonly string[];
  networks: readonly string[];
  expires_at: Moment;
  /** Names the one token that counts. */
  token_uid: string;
  created_at: Moment;
  rotated_at: MomentOrNull;
  revoked_at: MomentOrNull;
  revoked_reason: string | null;
}

/** A person's second factor. */
export interface AuthenticatorTable {
  org_id: Org;
  uid: string;
  user_uid: string;
  kind: AuthenticatorKind;
  /** Base64url; null where it is no passkey. */
  credential_id: string | null;
  public_key: string | null;
  model: string | null;
  enrolled_at: Moment;
  revoked_at: MomentOrNull;
}

/** A function of the organisation. */
export interface FunctionTable {
  org_id: Org;
  uid: string;
  name: string;
  created_at: Moment;
  retired_at: MomentOrNull;
}

/** Who holds which function. Days are the organisation's, both included: `2026-03-04`. */
export interface FunctionGrantTable {
  org_id: Org;
  user_uid: string;
  function_uid: string;
  from_day: string;
  until_day: string | null;
  granted_at: Moment;
}

/** Days on which a person is away, both included, and who approves in their place. */
export interface AbsenceTable {
  org_id: Org;
  uid: string;
  user_uid: string;
  deputy_uid: string;
  from_day: string;
  until_day: string;
  declared_at: Moment;
  ended_at: MomentOrNull;
}

/** An address that events are announced to. */
export interface WebhookTable {
  org_id: Org;
  uid: string;
  url: string;
  kinds: readonly WebhookKind[];
  /** Names the signing secret. */
  secret_uid: string;
  /** The secret before, which signs too for a day after `rotated_at`. */
  former_secret_uid: string | null;
  rotated_at: MomentOrNull;
  /** The person or the service account that registered it. */
  registered_by: string | null;
  registered_at: Moment;
  /** Events after this position are sent. */
  registered_position: Position;
  disabled_at: MomentOrNull;
  disabled_because: DisabledBecause | null;
  removed_at: MomentOrNull;
}

/** A delivery to a webhook that an admin skipped. */
interface WebhookSkipTable {
  org_id: Org;
  webhook_uid: string;
  delivery_uid: string;
  skipped_at: Moment;
  reason: string;
}

/** An approval route; without types, areas or kinds of change it is for all of them. */
export interface RouteTable {
  org_id: Org;
  uid: string;
  name: string;
  version: number;
  types: RouteDefinition['types'];
  areas: RouteDefinition['areas'];
  kinds: ChangeKind[];
  steps: RouteDefinition['steps'];
  separation: Separation;
  same_person: boolean;
  defined_at: Moment;
  changed_at: Moment;
  retired_at: MomentOrNull;
}

/** An admin's exception from the separation of duties, for one version of a document. */
export interface SeparationWaiverTable {
  org_id: Org;
  document_uid: string;
  version: string;
  /** `next`: the version that is sent for review after `version`. */
  covers: 'this' | 'next';
  waived_by: string | null;
  /** As it was at that time. */
  waived_by_name: string;
  reason: string;
  waived_at: Moment;
}

/** Each event of a subject's audit trail once; join `ledger.event` on (org_id, position) for what it says. */
export interface AuditView {
  org_id: Org;
  kind: Derived<AuditSubject>;
  subject: Derived<string>;
  position: Derived<Position>;
}

/** The read models by their bare names: what projections write. */
export interface ReadTables {
  organisation: OrganisationTable;
  user_account: UserAccountTable;
  user_department: UserDepartmentTable;
  department: DepartmentTable;
  functional_area: FunctionalAreaTable;
  document: DocumentTable;
  document_relation: DocumentRelationTable;
  document_version: DocumentVersionTable;
  document_department: DocumentDepartmentTable;
  approval: ApprovalTable;
  training_record: TrainingRecordTable;
  reading: ReadingTable;
  audit_entry: AuditEntryTable;
  authenticator: AuthenticatorTable;
  function: FunctionTable;
  function_grant: FunctionGrantTable;
  absence: AbsenceTable;
  service_account: ServiceAccountTable;
  webhook: WebhookTable;
  webhook_skip: WebhookSkipTable;
  separation_waiver: SeparationWaiverTable;
  route: RouteTable;
  version_step: VersionStepTable;
  change_request: ChangeRequestTable;
  review_comment: ReviewCommentTable;
  comment_answer: CommentAnswerTable;
  comparison: ComparisonTable;
  library_import: LibraryImportTable;
  staged_row: StagedRowTable;
}

export type ReadTable = keyof ReadTables;

/** Schema `read` for kysely. The application's role may only select. */
export type ReadDatabase = { [T in ReadTable as `read.${T}`]: ReadTables[T] } & { 'read.audit': AuditView };
