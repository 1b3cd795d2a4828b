import type { ColumnType } from 'kysely';
import type { DocumentType, StoredFile } from '#events/document/events.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import type { WebhookKind } from '#events/webhook/kinds.ts';
import type { IdentityHow, Role, UserStatus } from '#events/user/events.ts';

/** Read by queries, written by the ledger alone: every row carries its organisation. */
type Org = ColumnType<string, never, never>;
/** Computed by the database from other columns. */
type Derived<T> = ColumnType<T, never, never>;
/** A moment as ISO 8601 text in UTC with milliseconds. */
type Moment = string;
type MomentOrNull = string | null;
/** A place in the organisation's ledger, as decimal text. */
type Position = string;

export type DocumentStatus = 'CREATED' | 'IN_REVIEW' | 'APPROVED' | 'PENDING' | 'EFFECTIVE' | 'RETIRED' | 'REJECTED';
/** WITHDRAWN: replaced by a newer version before it came into force. */
export type VersionStatus = Exclude<DocumentStatus, 'CREATED'> | 'SUPERSEDED' | 'WITHDRAWN';
export type ApprovalStatus = 'OPEN' | 'APPROVED' | 'REJECTED' | 'CANCELLED';
export type TrainingStatus = 'OPEN' | 'COMPLETED' | 'CANCELLED';

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

/** A document as it is now: the working version, and which version is in force. A discarded draft has no row. */
export interface DocumentTable {
  org_id: Org;
  uid: string;
  name: string;
  name_folded: Derived<string>;
  /** For uniqueness: see `read.name_key`. */
  name_key: Derived<string>;
  type: DocumentType;
  functional_area: string;
  doc_num: string;
  /** What somebody may type for the number: see `read.number_spellings`. */
  number_spellings: Derived<string>;
  version: string;
  status: DocumentStatus;
  /** The specification's order; REJECTED last. */
  status_order: Derived<number>;
  owner_uid: string;
  /** Stays when the ownership is transferred. */
  creator_uid: string;
  externally_effective: boolean;
  /** The working version has all its approvals. */
  approved: boolean;
  /** Some version is in force. */
  effective: boolean;
  effective_version: string | null;
  /** The version whose training counts: the pending one while PENDING, else the one in force. */
  training_version: Derived<string | null>;
  /** Of the working version, in days. */
  training_interval: number;
  review_interval: number;
  /** Of the version in force, in days, where the working version has another; null where it has the same. */
  effective_training_interval: number | null;
  effective_review_interval: number | null;
  working_file: StoredFile | null;
  final_file: StoredFile | null;
  /** Attached already for the revision to come; the working version keeps its own. */
  revision_working_file: StoredFile | null;
  revision_final_file: StoredFile | null;
  created_at: Moment;
  /** When its content last changed: created, edited, a file attached, revised. */
  revised_at: Moment;
  /** The latest periodic review. */
  reviewed_at: MomentOrNull;
  /** Of the working version, like `published_at` and `effective_at`. */
  approved_at: MomentOrNull;
  published_at: MomentOrNull;
  effective_at: MomentOrNull;
  /** Since when the version in force is in force. */
  latest_effective_at: MomentOrNull;
  retired_at: MomentOrNull;
  retired_reason: string | null;
  /** When the version in force is due for periodic review: the rule of `events/document/periodic-review.ts`. */
  review_due_at: Derived<string | null>;
}

/** Every version that was ever sent to approvers or declared effective, with the name and the files that it had. */
export interface DocumentVersionTable {
  org_id: Org;
  document_uid: string;
  version: string;
  /** Newer is greater. */
  version_order: Derived<number>;
  name: string;
  name_folded: Derived<string>;
  name_key: Derived<string>;
  status: VersionStatus;
  externally_effective: boolean;
  working_file: StoredFile;
  final_file: StoredFile;
  /** The original with its manifestation page. */
  signed_file: StoredFile | null;
  /** When it went to its approvers, or was declared effective. */
  submitted_at: Moment;
  approved_at: MomentOrNull;
  rejected_at: MomentOrNull;
  published_at: MomentOrNull;
  /** Null until it is published. */
  training_waived: boolean | null;
  /** Waived, with the training of the version before carried over. */
  training_carried: boolean | null;
  effective_at: MomentOrNull;
  /** The IANA zone that the effective date was chosen in: its calendar date is that of `effective_at` there. */
  effective_zone: string | null;
  superseded_at: MomentOrNull;
  withdrawn_at: MomentOrNull;
  retired_at: MomentOrNull;
}

/** Which departments a published version is for. */
export interface DocumentDepartmentTable {
  org_id: Org;
  document_uid: string;
  version: string;
  department_uid: string;
}

/** The facts of a signature, as far as lists and pages show them; the whole is in the ledger. */
interface SignatureColumns {
  /** The printed name at the time of signing. */
  signer_name: string | null;
  signed_name: string | null;
  signer_role: string | null;
  meaning: SignatureMeaning | null;
  reason: string | null;
  /** Of the exact PDF that was signed. */
  sha256: string | null;
  signed_at: MomentOrNull;
}

export interface ApprovalTable extends SignatureColumns {
  org_id: Org;
  uid: string;
  document_uid: string;
  version: string;
  user_uid: string;
  /** The approver's name when asked. */
  user_name: string;
  status: ApprovalStatus;
  requested_at: Moment;
  cancelled_at: MomentOrNull;
  cancelled_because: 'removed' | 'replaced' | 'rejected' | 'revised' | 'retired' | null;
}

export interface TrainingRecordTable extends SignatureColumns {
  org_id: Org;
  uid: string;
  user_uid: string;
  document_uid: string;
  version: string;
  status: TrainingStatus;
  assigned_because: string;
  assigned_at: Moment;
  assigned_position: Position;
  due_at: Moment;
  /** When somebody reminded the person last. */
  reminded_at: MomentOrNull;
  completed_position: Position | null;
  cancelled_at: MomentOrNull;
  cancelled_because: string | null;
  cancelled_position: Position | null;
  /** Completed without a signature of its own: the version whose signature (`signed_at`) counts. */
  carried_from: string | null;
  /** When it was last assigned, completed, cancelled or due on another day. */
  changed_at: Moment;
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
  /** The person who registered it. */
  registered_by: string | null;
  registered_at: Moment;
  /** Events after this position are sent. */
  registered_position: Position;
  disabled_at: MomentOrNull;
  disabled_because: 'failing' | 'gone' | null;
  removed_at: MomentOrNull;
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
  document_version: DocumentVersionTable;
  document_department: DocumentDepartmentTable;
  approval: ApprovalTable;
  training_record: TrainingRecordTable;
  reading: ReadingTable;
  audit_entry: AuditEntryTable;
  service_account: ServiceAccountTable;
  webhook: WebhookTable;
  separation_waiver: SeparationWaiverTable;
}

export type ReadTable = keyof ReadTables;

/** Schema `read` for kysely. The application's role may only select. */
export type ReadDatabase = { [T in ReadTable as `read.${T}`]: ReadTables[T] } & { 'read.audit': AuditView };
