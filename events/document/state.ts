import { isOpen, isStanding, isUndecided, type Approval } from '#events/document/approval.ts';
import type { IntendedApprover } from '#events/document/approval-events.ts';
import type { DraftChange, VersionChange } from '#events/document/change.ts';
import type { EffectiveOn } from '#events/document/effective-on.ts';
import type { DocumentType, StoredFile } from '#events/document/events.ts';
import type { LifeStatus } from '#events/document/status.ts';
import type { Named } from '#events/common.ts';
import type { VersionRoute } from '#events/route/step.ts';
import type { Instant } from '#events/time.ts';

export interface VersionFiles {
  readonly working: StoredFile | null;
  readonly final: StoredFile | null;
}

/** What publishing decided for a version. */
export interface Publication {
  readonly departments: readonly Named[];
  readonly effectiveAt: Instant;
  readonly effectiveOn: EffectiveOn | null;
  readonly trainingWaived: boolean;
  readonly carriesOver: boolean;
}

/** A comment of the review of a version. */
export interface ReviewComment {
  readonly uid: string;
  readonly page: number;
  readonly mustFix: boolean;
  readonly author: Named;
  /** Null while it is open. */
  readonly resolvedBy: Named | null;
}

/** One version of the document, from its draft on. Nothing that happens to a later version changes it. */
export interface DocumentVersion {
  readonly version: string;
  readonly files: VersionFiles;
  readonly approvals: readonly Approval[];
  /** Every approver signed, or it was declared externally effective. */
  readonly approved: boolean;
  /** Declared effective outside the system. A revision of it goes through its approvers like any other. */
  readonly externallyEffective: boolean;
  readonly publication: Publication | null;
  /** Uids of everybody who owned the version or sent it for review. */
  readonly makers: readonly string[];
  /** The uid of the admin who declared it externally effective. */
  readonly declaredBy: string | null;
  /** The route that it was sent along; null where every approver is asked at once. */
  readonly route: VersionRoute | null;
  /** The number, from 1, of the step that is open. */
  readonly openStep: number | null;
  readonly comments: readonly ReviewComment[];
  /** What it changes and why; null where nobody said so. */
  readonly change: VersionChange | null;
  /** An admin recorded an exception from the separation of duties. */
  readonly separationWaived: boolean;
  /** The uid of the admin who recorded it, and neither owns, signs nor publishes the version. */
  readonly separationWaivedBy: string | null;
  /** The newest, the position of the last event that it lists (null: not said), and the SHA-256 of those before it. */
  readonly signedPdf: StoredFile | null;
  readonly signedUpTo: string | null;
  readonly earlierSignedPdfs: readonly string[];
}

/** Two versions that were compared, and the method. */
export interface Compared {
  readonly from: { readonly version: string };
  readonly to: { readonly version: string };
  readonly method: string;
}

export interface Document {
  readonly kind: 'document';
  readonly uid: string;
  readonly name: string;
  readonly type: DocumentType;
  readonly functionalArea: string;
  readonly docNum: string;
  readonly owner: Named;
  /** Days. */
  readonly trainingInterval: number;
  /** Days. */
  readonly reviewInterval: number;
  /** What the author ticked on the form; declared when the draft is sent off. */
  readonly saidExternallyEffective: boolean;
  /** Why, in the author's words so far; the empty text where there are none. */
  readonly saidReason: string;
  /** Whom the author of a draft means to ask when it is sent off. */
  readonly intendedApprovers: readonly IntendedApprover[];
  /** What a draft changes and why, in the author's words so far. */
  readonly saidChange: DraftChange | null;
  /** The standing of the current version. */
  readonly status: LifeStatus;
  /** The version now being written, reviewed, awaited or in force. */
  readonly current: DocumentVersion;
  /** The versions before it, newest first. */
  readonly earlier: readonly DocumentVersion[];
  /** The version in force: the current one while EFFECTIVE, an earlier one while a revision is under way, or none. */
  readonly effectiveVersion: string | null;
  /** An exception from the separation of duties was recorded for the version that is sent for review next. */
  readonly nextSeparationWaived: boolean;
  readonly nextSeparationWaivedBy: string | null;
  /** Attached after a rejection, for the revision to come. */
  readonly nextFiles: VersionFiles;
  readonly comparisons: readonly Compared[];
}

/** Nothing yet; a document; or a draft that was discarded, which only the ledger keeps. */
export type DocumentState = { readonly kind: 'absent' } | { readonly kind: 'discarded' } | Document;

export const initialState: DocumentState = { kind: 'absent' };
export const noFiles: VersionFiles = { working: null, final: null };

/** Every version, newest first. */
export const versionsOf = (document: Document): DocumentVersion[] => [document.current, ...document.earlier];

/** The version with this number, or null. */
export const versionOf = (document: Document, version: string): DocumentVersion | null =>
  versionsOf(document).find((one) => one.version === version) ?? null;

/** The version in force, or null. */
export const effectiveVersionOf = (document: Document): DocumentVersion | null =>
  document.effectiveVersion === null ? null : versionOf(document, document.effectiveVersion);

/** The versions that were ever approved, newest first: the document's history. */
export const approvedVersions = (document: Document): DocumentVersion[] =>
  versionsOf(document).filter((version) => version.approved);

/** The approval with this uid and the version that it is of, whatever became of either; null where there is none. */
export function findApproval(document: Document, uid: string): { approval: Approval; version: DocumentVersion } | null {
  for (const version of versionsOf(document)) {
    const approval = version.approvals.find((one) => one.uid === uid);
    if (approval) return { approval, version };
  }
  return null;
}

export const openApprovals = (version: DocumentVersion): Approval[] => version.approvals.filter(isOpen);

/** The approvals that nobody signed yet, whether or not their step is open. */
export const undecidedApprovals = (version: DocumentVersion): Approval[] => version.approvals.filter(isUndecided);

/** The approvers that are shown: everybody asked whose approval was not cancelled. */
export const standingApprovals = (version: DocumentVersion): Approval[] => version.approvals.filter(isStanding);

/** The PDFs that a signature on this version may bind: the original, and each signed PDF that was made of it. */
export const signablePdfs = (version: DocumentVersion): string[] => [
  ...[version.files.final, version.signedPdf].flatMap((file) => file?.sha256 ?? []),
  ...version.earlierSignedPdfs,
];

/** A version that nobody reviewed yet. */
export const unreviewed = (version: string, owner: string): DocumentVersion => ({
  version,
  makers: [owner],
  declaredBy: null,
  route: null,
  openStep: null,
  change: null,
  separationWaived: false,
  separationWaivedBy: null,
  comments: [],
  files: noFiles,
  approvals: [],
  approved: false,
  externallyEffective: false,
  publication: null,
  signedPdf: null,
  signedUpTo: null,
  earlierSignedPdfs: [],
});
