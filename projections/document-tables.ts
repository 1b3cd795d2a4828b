import type { SignatureMethod } from '#events/signature.ts';
import type { DraftChange, VersionChange } from '#events/document/change.ts';
import type { DocumentType, StoredFile } from '#events/document/events.ts';
import type { VersionClaim } from '#events/import/document-events.ts';
import type { Separation, StepMeaning } from '#events/route/kinds.ts';
import type { TrainingClaim } from '#events/training/events.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import type { Derived, Moment, MomentOrNull, Org, Position } from './columns.ts';

export type DocumentStatus = 'CREATED' | 'IN_REVIEW' | 'APPROVED' | 'PENDING' | 'EFFECTIVE' | 'RETIRED' | 'REJECTED';
/** WITHDRAWN: replaced by a newer version before it came into force. */
export type VersionStatus = Exclude<DocumentStatus, 'CREATED'> | 'SUPERSEDED' | 'WITHDRAWN';
/** WAITING: its step of the route is not open yet. */
export type ApprovalStatus = 'WAITING' | 'OPEN' | 'APPROVED' | 'REJECTED' | 'CANCELLED';
export type TrainingStatus = 'OPEN' | 'COMPLETED' | 'CANCELLED';

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
  /** Of an imported document: the number that it had in its source. */
  former_number: string | null;
  import_uid: string | null;
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
  /** What the working version changes and why; of a draft as far as it is written. */
  change: DraftChange | null;
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
  /** What it changes and why; null where nobody said so. */
  change: VersionChange | null;
  /** Why it was revised; null of a first version and where nobody said so. */
  reason: string | null;
  /** The route that it was sent along; null where every approver was asked at once. */
  route_uid: string | null;
  route_name: string | null;
  route_version: number | null;
  /** When it went to its approvers, or was declared effective. */
  submitted_at: Moment;
  /** Who did it, by the name of then. */
  submitted_by_name: string | null;
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
  /** Of an imported version: what its source claims, the scan of the signatures, and its import. */
  claimed: VersionClaim | null;
  evidence: StoredFile | null;
  import_uid: string | null;
  superseded_at: MomentOrNull;
  withdrawn_at: MomentOrNull;
  retired_at: MomentOrNull;
}

/** Two versions whose final PDFs were compared: what differs is in the file. */
export interface ComparisonTable {
  org_id: Org;
  document_uid: string;
  from_version: string;
  to_version: string;
  sha256: string;
  method: string;
  file: StoredFile;
  words_added: number;
  words_removed: number;
  pages_changed: number;
  made_at: Moment;
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
  /** How the signer was checked: `email and password`. */
  signed_with: SignatureMethod | null;
  /** SHA-256 of the comparison with an earlier version that the form showed. */
  comparison: string | null;
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
  cancelled_because: 'removed' | 'replaced' | 'rejected' | 'revised' | 'retired' | 'step_complete' | null;
  /** The number, from 1, of the step of its route, and the function that the person was asked for. */
  step: number | null;
  function_name: string | null;
  /** The deputy who signed; null where the person who was asked did. */
  signer_uid: string | null;
}

/** A step of a version that was sent along a route. */
export interface VersionStepTable {
  org_id: Org;
  document_uid: string;
  version: string;
  /** From 1. */
  step: number;
  name: string;
  meaning: StepMeaning;
  function_uid: string | null;
  function_name: string | null;
  /** Null where all who are asked must sign. */
  how_many: number | null;
  days: number;
  /** Of the whole route. */
  separation: Separation;
  /** One person may be asked in several steps of the route. */
  same_person: boolean;
  opened_at: MomentOrNull;
  due_at: MomentOrNull;
  completed_at: MomentOrNull;
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
  /** Of an imported record: what its source claims. Nobody signed it here. */
  claimed: TrainingClaim | null;
  /** When it was last assigned, completed, cancelled or due on another day. */
  changed_at: Moment;
}
