import { z } from 'zod';
import { change, instant, named, sha256, uid } from '#events/common.ts';
import { draftChange, versionChange } from '#events/document/change.ts';
import { effectiveOn } from '#events/document/effective-on.ts';
import { approvalEvents, approvalRequest, intendedApprover } from '#events/document/approval-events.ts';
import { commentEvents } from '#events/document/comment-events.ts';
import { event, documentReaders, documents, never } from '#events/event.ts';
import { versionRoute } from '#events/route/step.ts';

/** Stored types. `T` is read and shown, never offered (rules.md section 1). Work_Instruction shows as WI. */
export const documentType = z.enum(['SOP', 'Policy', 'Form', 'Template', 'Work_Instruction', 'Other', 'T']);
export type DocumentType = z.infer<typeof documentType>;

/**
 * What signed PDFs and copies are made from instead of the PDF itself, which has restrictions, or an index that leads
 * astray. It is made anew each time, from equal bytes with equal bytes; `engine` names what makes it.
 */
export const rendition = z.object({
  because: z.enum(['restrictions', 'repaired']),
  engine: z.string(),
  size: z.number().int().positive(),
  sha256,
});
export type Rendition = z.infer<typeof rendition>;

/** A stored file as the server found it. `pages` is null for working files. */
export const storedFile = z.object({
  objectKey: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number().int().positive(),
  sha256,
  pages: z.number().int().positive().nullable(),
  /** Of a signed PDF: what was signed is attached to its pages, since it carries signatures of others. */
  isAttached: z.literal(true).optional(),
  /** Of an uploaded PDF; absent where it is used as it is, and in an earlier schema. */
  rendition: rendition.optional(),
});
export type StoredFile = z.infer<typeof storedFile>;

/** Both files of a version, as its approvers are given them. */
export const versionFiles = z.object({ working: storedFile, final: storedFile });
export type BothFiles = z.infer<typeof versionFiles>;

/** The seal of a PDF: its time, and the SHA-256 of its certificate. */
export const seal = z.object({ sealedAt: instant, certificate: sha256 });
export type SealRecord = z.infer<typeof seal>;

/**
 * Percent of training done on the scheduled version, which decides between Awaiting Training and Awaiting Effective.
 * Null where nothing was scheduled, and in an earlier schema.
 */
const trainingRate = z.number().int().min(0).max(100).nullable();

/** The training on the scheduled version was waived: it awaits no training, whatever the rate. */
const trainingWaived = z.literal(true).optional();

/** The reason for change; null where none was given, absent in events of before it was offered. */
const reasonSince = z.string().nullable().optional();

/** The person who answers for the program that sent the version; absent where a person did. */
const maker = uid.optional();

/** A version and its final PDF. */
const comparedVersion = z.object({ version: z.string(), sha256 });

export const fileKind = z.enum(['working', 'final']);
export type FileKind = z.infer<typeof fileKind>;

/** Events of stream `document-<uid>`. */
export const documentEvents = {
  DocumentCreated: event(null, documents, {
    document: uid,
    name: z.string(),
    type: documentType,
    functionalArea: z.string(),
    docNum: z.string(),
    version: z.string(),
    owner: named,
    trainingInterval: z.number().int().positive(),
    reviewInterval: z.number().int().positive(),
    /** The author said that it is already effective outside the system; declared when it is sent off. */
    externallyEffective: z.boolean(),
    /** Whom the author means to ask when the draft is sent off. */
    approvers: z.array(intendedApprover).min(1).optional(),
    /** Why it is already effective, as the author wrote so far. */
    declarationReason: z.string().min(1).optional(),
    /** What it changes and why, as the author wrote so far. */
    change: draftChange.optional(),
  }),
  /**
   * Changed fields: name, type, functionalArea, docNum, version, externallyEffective, declarationReason,
   * trainingInterval, reviewInterval, approvers (names; `approvers` has the intended people) and change (its kind and
   * reason; `change` has the whole).
   */
  DocumentEdited: event(null, documents, {
    document: uid,
    changes: z.array(change).min(1),
    approvers: z.array(intendedApprover).optional(),
    change: draftChange.nullable().optional(),
  }),
  DocumentFileAttached: event(null, documents, {
    document: uid,
    version: z.string(),
    kind: fileKind,
    file: storedFile,
    replaced: storedFile.nullable(),
    /** `draft`: the draft's own file. `revision`: for the next revision; the rejected version keeps its own. */
    meantFor: z.enum(['draft', 'revision']),
  }),
  /** `name` and `files` are those of the version from here on: the read side keeps them with the version. */
  DocumentSentForReview: event(null, documents, {
    document: uid,
    version: z.string(),
    name: z.string(),
    files: versionFiles,
    approvals: z.array(approvalRequest).min(1),
    /** The route that the version takes; absent where every approver is asked at once. */
    route: versionRoute.optional(),
    change: versionChange.optional(),
    maker,
  }),
  /** `reason`: why it is taken to be in force, in the declaring person's words, where they were asked. */
  DocumentDeclaredExternallyEffective: event('document.declare_externally_effective', never, {
    document: uid,
    version: z.string(),
    name: z.string(),
    files: versionFiles,
    reason: z.string().optional(),
  }),
  ...approvalEvents,
  ...commentEvents,
  DocumentRejected: event(null, never, { document: uid, version: z.string() }),
  DocumentPublished: event('document.publish', never, {
    document: uid,
    version: z.string(),
    departments: z.array(named).min(1),
    /** Of the version in force, or else of the last one that was published; null only in an earlier schema. */
    departmentsBefore: z.array(named).nullable(),
    effectiveAt: instant,
    /** Null only in an earlier schema, until a reader knows the organisation's zone at its position. */
    effectiveOn: effectiveOn.nullable(),
    trainingWaived: z.boolean(),
    /** Waived, and the version before asked for training: it is carried over, and everybody else is assigned. */
    carriesOver: z.boolean(),
    /** As the version was scheduled: 100 where nobody is to train on it, else those whose training is carried over. */
    trainingRate,
    /** Why the departments are others than before, or training that the author asked for is forgone. */
    reason: z.string().nullable(),
  }),
  /** The dates are null only in an earlier schema, as those of DocumentPublished. */
  EffectiveDateChanged: event('document.change_effective_date', never, {
    document: uid,
    version: z.string(),
    old: instant,
    new: instant,
    oldOn: effectiveOn.nullable(),
    newOn: effectiveOn.nullable(),
    reason: reasonSince,
  }),
  DocumentDepartmentsChanged: event('document.change_departments', documents, {
    document: uid,
    version: z.string(),
    departments: z.array(named).min(1),
    added: z.array(named),
    removed: z.array(named),
    reason: reasonSince,
  }),
  /** By the clock, or at once on publishing what is externally effective. */
  DocumentBecameEffective: event(null, never, {
    document: uid,
    version: z.string(),
    effectiveAt: instant,
    supersedes: z.string().nullable(),
    trainingRate,
    trainingWaived,
  }),
  /** A newer version goes to its approvers. What was in force stays in force; what was scheduled is withdrawn. */
  DocumentRevised: event(null, documents, {
    document: uid,
    fromVersion: z.string(),
    fromStatus: z.string(),
    version: z.string(),
    /** The document's name after the revision. */
    name: z.string(),
    changes: z.array(change),
    files: versionFiles,
    approvals: z.array(approvalRequest).min(1),
    route: versionRoute.optional(),
    change: versionChange.optional(),
    maker,
    /** The scheduled version that this revision withdraws, when it was PENDING. */
    withdrawn: z.string().nullable(),
    trainingRate,
    trainingWaived,
    reason: reasonSince,
  }),
  DocumentRetired: event('document.retire', never, {
    document: uid,
    version: z.string(),
    fromStatus: z.string(),
    effectiveVersion: z.string().nullable(),
    trainingRate,
    trainingWaived,
    reason: z.string(),
  }),
  /** An admin takes a retired document up again: the draft of a newer version, which nobody has reviewed yet. */
  DocumentReinstated: event('document.reinstate', never, {
    document: uid,
    /** The version that was retired, and the number that the draft begins with. */
    fromVersion: z.string(),
    version: z.string(),
    /** The retired version's working file, which the draft may keep. */
    working: storedFile.nullable(),
    reason: z.string().nullable(),
  }),
  /**
   * An admin's exception from the separation of duties: for this version, or for the next one that is sent for review.
   */
  SeparationOfDutiesWaived: event('document.waive_separation', never, {
    document: uid,
    version: z.string(),
    covers: z.enum(['this', 'next']),
    reason: z.string(),
  }),
  OwnershipTransferred: event(null, documents, {
    document: uid,
    version: z.string(),
    from: named,
    to: named,
    reason: z.string().nullable(),
  }),
  /** The document's functional area was renamed, and with it the document's number. */
  DocumentAreaRenamed: event('functional_area.edit', never, {
    document: uid,
    old: z.string(),
    new: z.string(),
    reason: z.string().nullable(),
  }),
  /** The periodic review of the version in force (rules.md section 3): sets `reviewedDate`. */
  DocumentReviewed: event(null, never, {
    document: uid,
    version: z.string(),
    outcome: z.enum(['no_change_needed', 'revise']),
    comment: z.string().nullable(),
  }),
  DocumentDiscarded: event(null, documents, { document: uid, name: z.string() }),
  /**
   * The original with its manifestation page; the original stays untouched. Made after the last signature, and again
   * after each act that the page lists.
   */
  SignedPdfMade: event(null, never, {
    document: uid,
    version: z.string(),
    original: sha256,
    file: storedFile,
    /** The position of the last event that its page lists; null where an earlier schema of the event did not say. */
    upTo: z.string().regex(/^\d+$/).nullable(),
    /** When it was sealed, and the SHA-256 of the certificate that it was sealed with; absent where it has no seal. */
    seal: seal.optional(),
  }),
  /**
   * The final PDFs of two versions were compared. `file` is what differs, as canonical JSON, and `sha256` is of its
   * bytes: equal PDFs give equal bytes by the same method.
   */
  ComparisonMade: event(null, never, {
    document: uid,
    from: comparedVersion,
    to: comparedVersion,
    method: z.string(),
    file: storedFile,
    sha256,
    wordsAdded: z.number().int().nonnegative(),
    wordsRemoved: z.number().int().nonnegative(),
    pagesChanged: z.number().int().nonnegative(),
    /** Links, form fields, notes, bookmarks and attached files; null where the method does not compare them. */
    elementsChanged: z.number().int().nonnegative().nullable(),
  }),
} as const;

/**
 * A PDF that was downloaded with number, version, status, person and time stamped on it: its SHA-256, the stamped
 * status and time, and whether each page or a cover sheet has the stamp.
 */
export const controlledCopy = z.object({
  sha256,
  standing: z.string(),
  takenAt: instant,
  marked: z.enum(['every_page', 'cover_sheet']),
});

/** Events of stream `reading-<documentUid>-<userUid>`: who opened which exact file. The signing gate rests on them. */
export const readingEvents = {
  DocumentFileDownloaded: event(null, never, {
    document: uid,
    version: z.string(),
    kind: z.enum(['working', 'final', 'signed', 'comparison']),
    purpose: z.enum(['approval', 'training', 'effective', 'manage']),
    /** Of the stored file. `comparison`: of that with an earlier version. */
    sha256,
    user: named,
    /** Absent where the stored bytes themselves were handed out. A controlled copy unlocks no signature. */
    copy: controlledCopy.optional(),
  }),
  /**
   * Stream `retrieval-<documentUid>-<callerUid>`: a client of the API took the signed PDF, recorded once a day for each
   * version. It is no reading: it unlocks no signature.
   */
  OriginalRetrieved: event(null, documentReaders, { document: uid, version: z.string(), sha256, by: named }),
} as const;
