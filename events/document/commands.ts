import type { EventData } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { IntendedApprover } from '#events/document/approval-events.ts';
import type { DraftChange } from '#events/document/change.ts';
import type { QualityUnit } from '#events/document/decide/quality.ts';
import type { DocumentType, FileKind, SealRecord, StoredFile } from '#events/document/events.ts';
import type { RouteFacts } from '#events/route/place.ts';
import type { VersionRoute } from '#events/route/step.ts';
import type { Principal } from '#events/permissions.ts';
import type { SigningFacts } from '#events/signature.ts';
import type { Instant } from '#events/time.ts';
import type { Role, UserStatus } from '#events/user/events.ts';

/** With every command: who asks, and the server's clock. */
interface CommandBase {
  readonly principal: Principal;
  readonly now: Instant;
}

/** With the commands that choose approvers or approve. */
interface Separated {
  /** The organisation's setting: owner and final approver are not the only approver. */
  readonly separates?: boolean;
  /** The organisation's quality unit, of which somebody approves each version. */
  readonly qualityUnit?: QualityUnit | null;
}

/** With the commands that change what is in force or who approves it. */
interface Reasoned {
  readonly reason?: string | null;
}

/** With the commands that end a version's being scheduled. */
interface Trained {
  /** Percent of the training on the version that counts, as the screens show it. */
  readonly trainingRate: number;
}

/** The details of a draft, as the form gives them: still unchecked text. */
export interface DraftDetails {
  readonly name: string;
  readonly type: DocumentType;
  readonly functionalArea: string;
  readonly docNum: string;
  readonly version: string;
  readonly externallyEffective: boolean;
  /** Days. */
  readonly trainingInterval: number;
  /** Days. */
  readonly reviewInterval: number;
}

/** What the command layer read in the organisation about a draft's details. */
export interface DraftFacts {
  /** Another document has this name (normalised). */
  readonly nameInUse: boolean;
  /** Another document has, or once took for ever, this type and doc ID. */
  readonly numberInUse: boolean;
  readonly functionalAreaExists: boolean;
}

/** Somebody chosen on a form, as found now. */
export interface PersonChoice {
  readonly user: string;
  readonly name: string;
  readonly role: Role;
  readonly status: UserStatus;
}

/** Somebody chosen as approver, and the uid that the new approval gets. */
export interface ApproverChoice extends PersonChoice {
  /** A new uid, for the approval. */
  readonly approval: string;
  /** The number, from 1, of the step that they are asked in; along a route only. */
  readonly step?: number;
  /** The uids of the functions that they hold now. */
  readonly functions?: readonly string[];
  /** They are the manager of the document's owner now. */
  readonly managesOwner?: boolean;
}

/** With the commands that send a version for review. */
interface Routed {
  /** The route that is in use for the document's type and area; absent where there is none. */
  readonly route?: VersionRoute | null;
  /** Whom its steps can ask now. */
  readonly routeFacts?: RouteFacts | undefined;
}

interface Changes {
  /** What it changes and why, as the form says it; absent: as the draft says it. */
  readonly change?: DraftChange | null;
  /** The organisation's setting: each revision says why it was made and what it changes. */
  readonly changeRequired?: boolean;
}

/** With the commands that sign. */
interface Signs {
  readonly approval: string;
  readonly signing: SigningFacts;
  /** The uids of the functions that the signer holds now. */
  readonly functions?: readonly string[];
  /** The people who are absent now and named the signer as their deputy; their uids. */
  readonly deputyOf?: readonly string[];
}

export interface CreateDocument extends CommandBase {
  /** A new uid. */
  readonly document: string;
  readonly details: DraftDetails;
  readonly facts: DraftFacts;
  /** Whom the author means to ask when it is sent off. */
  readonly approvers?: readonly IntendedApprover[];
  /** Why it is already effective, as the author wrote so far. */
  readonly declarationReason?: string;
  /** What it changes and why, as the author wrote so far. */
  readonly change?: DraftChange | null;
}

export interface EditDraft extends CommandBase {
  /** Only what the form carries; the rest stays. */
  readonly details: Partial<DraftDetails>;
  readonly facts: DraftFacts;
  /** Whom the author means to ask when it is sent off; without it that stays. */
  readonly approvers?: readonly IntendedApprover[];
  /** Why it is already effective, as the author wrote so far; without it that stays. */
  readonly declarationReason?: string;
  /** What it changes and why, as the author wrote so far; without it that stays. */
  readonly change?: DraftChange | null;
}

/** The file is stored, checked and hashed before this is decided. */
export interface AttachFile extends CommandBase {
  readonly kind: FileKind;
  readonly file: StoredFile;
}

export interface SendForReview extends CommandBase, Separated, Routed, Changes {
  readonly approvers: readonly ApproverChoice[];
}

export interface DeclareExternallyEffective extends CommandBase {
  /** Why it is taken to be in force. */
  readonly reason?: string | null;
}

export interface AddApprover extends CommandBase, Reasoned {
  readonly approver: ApproverChoice;
}

export interface RemoveApprover extends CommandBase, Separated {
  readonly approval: string;
  /** The organisation's setting: an open comment that must be fixed blocks the approval. */
  readonly commentsBlock?: boolean;
  /** The approver is active, may approve, and holds the function of their step now. */
  readonly stillHolds?: boolean;
  readonly reason: string | null;
}

export interface ReplaceApprover extends CommandBase, Separated {
  /** The open approval of the absent person. */
  readonly approval: string;
  readonly approver: ApproverChoice;
  /** The approver has declared an absence for today. */
  readonly absent?: boolean;
  /** The approver is active, may approve, and holds the function of their step now. */
  readonly stillHolds?: boolean;
  readonly reason: string;
}

export interface Approve extends CommandBase, Separated, Signs {
  /** The organisation's setting: an open comment that must be fixed blocks the approval. */
  readonly commentsBlock?: boolean;
}

export interface Reject extends CommandBase, Signs {}

export interface Publish extends CommandBase, Separated, Reasoned {
  /** The chosen departments that exist in the organisation. */
  readonly departments: readonly Named[];
  /** Null where the form left it empty. */
  readonly effectiveAt: Instant | null;
  /** The IANA zone that the date was chosen in. */
  readonly zone: string;
  readonly waiveTraining: boolean;
  /** The organisation's setting: a change of what is in force has a reason. */
  readonly reasonRequired?: boolean;
  /** Somebody who is not deactivated belongs to the chosen departments. */
  readonly hasTrainees: boolean;
  /** Percent of the people of a version that carries training over who are trained on it as it is published. */
  readonly carriedRate?: number;
}

export interface ChangeEffectiveDate extends CommandBase, Reasoned {
  readonly effectiveAt: Instant | null;
  readonly zone: string;
}

export interface ChangeDepartments extends CommandBase, Reasoned {
  readonly departments: readonly Named[];
}

/** The clock's command. */
export interface BecomeEffective extends CommandBase, Trained {}

export interface Revise extends CommandBase, Trained, Separated, Reasoned, Routed, Changes {
  readonly version: string;
  /** Changed title or intervals; type, area and ID stay what they are. */
  readonly details: Partial<Pick<DraftDetails, 'name' | 'trainingInterval' | 'reviewInterval'>>;
  readonly nameInUse: boolean;
  /** Null carries over what waits for the revision, or else (the working file only) the one of the version before. */
  readonly files: { readonly working: StoredFile | null; readonly final: StoredFile | null };
  readonly approvers: readonly ApproverChoice[];
}

export interface RecordReview extends CommandBase {
  readonly outcome: 'no_change_needed' | 'revise';
  readonly comment: string | null;
}

export interface Retire extends CommandBase, Trained {
  readonly reason: string;
}

/** A retired document becomes the draft of a newer version. */
export interface Reinstate extends CommandBase {
  /** Another document has its name (normalised). */
  readonly nameInUse: boolean;
  readonly reason: string | null;
}

export interface TransferOwnership extends CommandBase, Separated {
  readonly owner: PersonChoice;
  readonly reason: string | null;
}

/** An exception from the separation of duties. */
export interface WaiveSeparation extends CommandBase {
  readonly reason: string;
}

export interface Discard extends CommandBase {}

/** The job's command after the last signature, and after each act that follows: the signed PDF is made and stored. */
export interface KeepSignedPdf extends CommandBase {
  readonly version: string;
  /** SHA-256 of the original that it was made from. */
  readonly original: string;
  readonly file: StoredFile;
  /** The position of the last event that its page lists. */
  readonly upTo: string;
  readonly seal: SealRecord;
}

/** The system's command once the PDFs of two versions were compared and what differs is stored. */
export interface KeepComparison extends CommandBase {
  readonly made: Omit<EventData<'ComparisonMade'>, 'document'>;
}
