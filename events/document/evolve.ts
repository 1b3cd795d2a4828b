import type { Actor } from '#events/actor.ts';
import type { E, EventData } from '#events/catalogue.ts';
import { isUndecided, type Approval, type ApprovalStatus } from '#events/document/approval.ts';
import type { Evolution } from '#events/decider.ts';
import type { ApprovalRequest } from '#events/document/approval-events.ts';
import { type documentEvents, documentType } from '#events/document/events.ts';
import type { importedDocumentEvents } from '#events/import/document-events.ts';
import type { Signature } from '#events/signature.ts';
import {
  initialState,
  noFiles,
  unreviewed,
  type Document,
  type DocumentState,
  type DocumentVersion,
  type Publication,
} from '#events/document/state.ts';
import type { Change } from '#events/common.ts';
import type { Instant } from '#events/time.ts';

export type DocumentEventType = keyof typeof documentEvents | keyof typeof importedDocumentEvents;
export type DocumentEvent = E<DocumentEventType>;
type Data<T extends DocumentEventType> = E<T>['data'];

/** Who did it (their uid), and the event's position; neither of an event that is not recorded yet. */
interface Circumstances {
  readonly by: string | null;
  readonly at: Instant | undefined;
}

/** Open at once without a route, and in the step that is open; else they wait for their step. */
const asked = (
  { route, openStep }: Pick<DocumentVersion, 'route' | 'openStep'>,
  requests: readonly ApprovalRequest[],
  at: Instant | undefined,
) =>
  requests.map((request): Approval =>
    route && request.step !== openStep
      ? { ...request, status: 'WAITING' }
      : { ...request, status: 'OPEN', openedAt: at },
  );

/** Changes the version with this number. */
const onVersion = (
  document: Document,
  number: string,
  change: (version: DocumentVersion) => DocumentVersion,
): Document =>
  document.current.version === number
    ? { ...document, current: change(document.current) }
    : { ...document, earlier: document.earlier.map((one) => (one.version === number ? change(one) : one)) };

const onCurrent = (document: Document, changes: Partial<DocumentVersion>): Document => ({
  ...document,
  current: { ...document.current, ...changes },
});

const makersOf = (makers: readonly string[], maker: string | null): string[] => [
  ...new Set([...makers, ...(maker === null ? [] : [maker])]),
];

const settle = (
  document: Document,
  number: string,
  uids: readonly string[],
  to: Pick<Approval, 'status' | 'signer' | 'notNeeded'>,
): Document =>
  onVersion(document, number, (version) => ({
    ...version,
    approvals: version.approvals.map((one) => (isUndecided(one) && uids.includes(one.uid) ? { ...one, ...to } : one)),
  }));

const cancelled = { status: 'CANCELLED' } as const;

/** Who signed is remembered where a deputy did. */
const signed = (status: ApprovalStatus, { onBehalfOf, signer, signedAt }: Signature) => ({
  status,
  signedAt,
  ...(onBehalfOf && { signer }),
});

const republish = (document: Document, number: string, changes: Partial<Publication>): Document =>
  onVersion(document, number, (version) => ({
    ...version,
    publication: version.publication && { ...version.publication, ...changes },
  }));

function created(data: Data<'DocumentCreated'>): Document {
  const {
    document: uid,
    version,
    externallyEffective,
    approvers = [],
    declarationReason = '',
    change,
    ...details
  } = data;
  return {
    kind: 'document',
    uid,
    ...details,
    saidExternallyEffective: externallyEffective,
    saidReason: declarationReason,
    intendedApprovers: approvers,
    saidChange: change ?? null,
    status: 'CREATED',
    current: unreviewed(version, details.owner.uid),
    earlier: [],
    effectiveVersion: null,
    nextSeparationWaived: false,
    nextSeparationWaivedBy: null,
    nextFiles: noFiles,
    comparisons: [],
  };
}

function revised(document: Document, data: Data<'DocumentRevised'>, { by, at }: Circumstances): Document {
  const edited = editAll(document, data.changes);
  return {
    ...edited,
    status: 'IN_REVIEW',
    saidExternallyEffective: false,
    current: {
      ...unreviewed(data.version, edited.owner.uid),
      makers: makersOf([edited.owner.uid], data.maker ?? by),
      separationWaived: edited.nextSeparationWaived,
      separationWaivedBy: edited.nextSeparationWaivedBy,
      files: data.files,
      route: data.route ?? null,
      change: data.change ?? null,
      approvals: asked({ route: data.route ?? null, openStep: null }, data.approvals, at),
    },
    nextSeparationWaived: false,
    nextSeparationWaivedBy: null,
    earlier: [edited.current, ...edited.earlier],
    nextFiles: noFiles,
  };
}

/** What each event makes of a document that exists. A missing event type is a type error. */
const changes: {
  [T in Exclude<DocumentEventType, 'DocumentCreated' | 'DocumentImported'>]: (
    document: Document,
    data: Data<T>,
    circumstances: Circumstances,
  ) => DocumentState;
} = {
  DocumentEdited: (document, { changes: edits, approvers, change }) => ({
    ...editAll(document, edits),
    ...(change === undefined ? {} : { saidChange: change }),
    ...(approvers ? { intendedApprovers: approvers } : {}),
  }),
  DocumentFileAttached: (document, { kind, file, meantFor }) =>
    meantFor === 'revision'
      ? { ...document, nextFiles: { ...document.nextFiles, [kind]: file } }
      : onCurrent(document, { files: { ...document.current.files, [kind]: file } }),
  DocumentSentForReview: (document, data, { by, at }) => ({
    ...onVersion(document, data.version, (version) => ({
      ...version,
      makers: makersOf(version.makers, data.maker ?? by),
      route: data.route ?? null,
      change: data.change ?? null,
      openStep: null,
      approvals: asked({ route: data.route ?? null, openStep: null }, data.approvals, at),
    })),
    status: 'IN_REVIEW',
  }),
  DocumentDeclaredExternallyEffective: (document, data, { by }) => ({
    ...onVersion(document, data.version, (version) => ({
      ...version,
      approved: true,
      externallyEffective: true,
      declaredBy: by,
    })),
    status: 'APPROVED',
  }),
  ApproverAdded: (document, data, { at }) =>
    onVersion(document, data.version, (version) => ({
      ...version,
      approvals: [...version.approvals, ...asked(version, [data.approval], at)],
    })),
  ApproverRemoved: (document, data) => settle(document, data.version, [data.approval.uid], cancelled),
  ApproverReplaced: (document, data, { at }) =>
    onVersion(settle(document, data.version, [data.approval.uid], cancelled), data.version, (version) => ({
      ...version,
      approvals: [...version.approvals, ...asked(version, [data.replacement], at)],
    })),
  ApprovalGiven: (document, data) =>
    settle(document, data.version, [data.approval.uid], signed('APPROVED', data.signature)),
  ApprovalRejected: (document, data) =>
    settle(document, data.version, [data.approval.uid], signed('REJECTED', data.signature)),
  ApprovalsCancelled: (document, data) =>
    settle(
      document,
      data.version,
      data.approvals.map((approval) => approval.uid),
      data.because === 'rejected' || data.because === 'step_complete' ? { ...cancelled, notNeeded: true } : cancelled,
    ),
  StepOpened: (document, { version: number, step }, { at }) =>
    onVersion(document, number, (version) => ({
      ...version,
      openStep: step,
      approvals: version.approvals.map((one) =>
        one.status === 'WAITING' && one.step === step ? { ...one, status: 'OPEN', openedAt: at } : one,
      ),
    })),
  StepCompleted: (document, data) => onVersion(document, data.version, (version) => ({ ...version, openStep: null })),
  DocumentApproved: (document, data) => ({
    ...onVersion(document, data.version, (version) => ({ ...version, approved: true })),
    status: 'APPROVED',
  }),
  DocumentRejected: (document) => ({ ...document, status: 'REJECTED' }),
  DocumentPublished: (document, { version: number, ...data }) => ({
    ...onVersion(document, number, (version) => ({
      ...version,
      publication: {
        departments: data.departments,
        effectiveAt: data.effectiveAt,
        effectiveOn: data.effectiveOn,
        trainingWaived: data.trainingWaived,
        carriesOver: data.carriesOver,
      },
    })),
    status: 'PENDING',
  }),
  EffectiveDateChanged: (document, data) =>
    republish(document, data.version, { effectiveAt: data.new, effectiveOn: data.newOn }),
  DocumentDepartmentsChanged: (document, data) => republish(document, data.version, { departments: data.departments }),
  DocumentBecameEffective: (document, data) => ({
    ...document,
    status: 'EFFECTIVE',
    effectiveVersion: data.version,
  }),
  DocumentRevised: revised,
  DocumentRetired: (document) => ({ ...document, status: 'RETIRED', effectiveVersion: null }),
  DocumentReinstated: (document, { version, working }) => ({
    ...document,
    status: 'CREATED',
    saidExternallyEffective: false,
    saidReason: '',
    intendedApprovers: [],
    saidChange: null,
    current: { ...unreviewed(version, document.owner.uid), files: { working, final: null } },
    earlier: [document.current, ...document.earlier],
    nextFiles: noFiles,
  }),
  OwnershipTransferred: (document, { to }) =>
    onCurrent({ ...document, owner: to }, { makers: makersOf(document.current.makers, to.uid) }),
  SeparationOfDutiesWaived: (document, { covers }, { by }) =>
    covers === 'next'
      ? { ...document, nextSeparationWaived: true, nextSeparationWaivedBy: by }
      : onCurrent(document, { separationWaived: true, separationWaivedBy: by }),
  DocumentReviewed: (document) => document,
  DocumentAreaRenamed: (document, data) => ({ ...document, functionalArea: data.new }),
  VersionImported: versionImported,
  DocumentDiscarded: () => ({ kind: 'discarded' }),
  CommentMade: (document, { version: number, comment, page, mustFix, author }) =>
    onVersion(document, number, (version) => ({
      ...version,
      comments: [...version.comments, { uid: comment, page, mustFix, author, resolvedBy: null }],
    })),
  CommentAnswered: (document) => document,
  CommentResolved: (document, { version: number, comment, by }) =>
    onVersion(document, number, (version) => ({
      ...version,
      comments: version.comments.map((one) => (one.uid === comment ? { ...one, resolvedBy: by } : one)),
    })),
  SignedPdfMade: (document, data) =>
    onVersion(document, data.version, (version) => ({
      ...version,
      signedPdf: data.file,
      signedUpTo: data.upTo,
      earlierSignedPdfs: [...version.earlierSignedPdfs, ...(version.signedPdf ? [version.signedPdf.sha256] : [])],
    })),
  ComparisonMade: (document, made) => ({ ...document, comparisons: [...document.comparisons, made] }),
};

/** Folds one event into the state. Never fails: an event that does not apply to the state leaves it as it is. */
export function evolve(
  state: DocumentState,
  event: DocumentEvent & { readonly actor?: Actor; readonly position?: string },
): DocumentState {
  if (event.type === 'DocumentCreated') return state.kind === 'absent' ? created(event.data) : state;
  if (event.type === 'DocumentImported') return state.kind === 'absent' ? imported(event.data) : state;
  if (state.kind !== 'document') return state;
  const change = changes[event.type] as (
    document: Document,
    data: DocumentEvent['data'],
    circumstances: Circumstances,
  ) => DocumentState;
  return change(state, event.data, { by: event.actor?.kind === 'user' ? event.actor.uid : null, at: event.position });
}

/** The text of a field of a draft (`change` carries text) as the document holds it. */
function edit(document: Document, field: string, value: string): Document {
  switch (field) {
    case 'name':
    case 'functionalArea':
    case 'docNum':
      return { ...document, [field]: value };
    case 'type':
      return { ...document, type: documentType.safeParse(value).data ?? document.type };
    case 'version':
      return { ...document, current: { ...document.current, version: value } };
    case 'externallyEffective':
      return { ...document, saidExternallyEffective: value === 'true' };
    case 'declarationReason':
      return { ...document, saidReason: value };
    case 'trainingInterval':
    case 'reviewInterval':
      return { ...document, [field]: Number(value) };
    default:
      return document;
  }
}

const editAll = (document: Document, changes: readonly Change[]): Document =>
  changes.reduce((edited, one) => edit(edited, one.field, one.new ?? ''), document);

/** A document of another system: nothing of it was reviewed here. Its versions follow. */
function imported(data: EventData<'DocumentImported'>): Document {
  const { document: uid, version, effectiveVersion, name, type, functionalArea, docNum, owner } = data;
  const { trainingInterval, reviewInterval } = data;
  return {
    kind: 'document',
    uid,
    name,
    type,
    functionalArea,
    docNum,
    owner,
    trainingInterval,
    reviewInterval,
    saidExternallyEffective: false,
    saidReason: '',
    intendedApprovers: [],
    saidChange: null,
    status: effectiveVersion === null ? 'RETIRED' : 'EFFECTIVE',
    current: unreviewed(version, owner.uid),
    earlier: [],
    effectiveVersion,
    nextSeparationWaived: false,
    nextSeparationWaivedBy: null,
    nextFiles: noFiles,
    comparisons: [],
  };
}

/** Older versions come first; the newest is the current one. */
function versionImported(document: Document, data: EventData<'VersionImported'>): Document {
  const { departments, effectiveAt, claimed, zone } = data;
  const version: DocumentVersion = {
    ...unreviewed(data.version, document.owner.uid),
    files: data.files,
    approved: true,
    externallyEffective: true,
    publication: {
      departments,
      effectiveAt,
      effectiveOn: { date: claimed.effectiveOn, zone },
      trainingWaived: false,
      carriesOver: false,
    },
  };
  return data.version === document.current.version
    ? { ...document, current: version }
    : { ...document, earlier: [version, ...document.earlier] };
}

/** Stream `document-<uid>`. */
export const documentEvolution: Evolution<DocumentEvent, DocumentState> = { initialState, evolve };
