import type { Change } from '#events/common.ts';
import type { ApprovalRequest } from '#events/document/approval-events.ts';
import type { commentEvents } from '#events/document/comment-events.ts';
import type { BothFiles, documentEvents, readingEvents, StoredFile } from '#events/document/events.ts';
import type { VersionRoute } from '#events/route/step.ts';
import type { Signature } from '#events/signature.ts';
import type { DocumentStatus } from '#events/document/status.ts';
import { typeLabel } from '#events/document/type.ts';
import { changeFacts } from '#app/kit/words/version-change.ts';
import {
  changed,
  describeChanges,
  effectiveDay,
  list,
  movedDates,
  namedChanges,
  people,
  printed,
  status,
} from '#app/kit/words/phrases.ts';
import { renditionWords } from '#app/ui/text/rendition.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { inDigits } from '#app/ui/text/count.ts';
import { showDate } from '#app/ui/text/date.ts';

const fileKinds = {
  working: 'working document',
  final: 'final PDF',
  signed: 'signed PDF',
  comparison: 'comparison with an earlier version',
} as const;
const purposes = {
  approval: ' for approval',
  training: ' for training',
  effective: ', the effective version',
  manage: '',
} as const;
const causes = {
  rejected: 'because the version was rejected',
  revised: 'because a newer version was made',
  retired: 'because the document was retired',
  step_complete: 'because enough people have signed the step',
} as const;

/** The files of a submitted version, which its approvers sign. */
const newFiles = ({ working, final }: BothFiles): Change[] => [
  changed('Working document', null, working.name),
  changed('Working document, SHA-256', null, working.sha256),
  changed('Final PDF', null, final.name),
  changed('Final PDF, SHA-256', null, final.sha256),
  ...renditionOf(final),
];

/** What signed PDFs and copies of a PDF are made from, where that is not the PDF itself. */
const renditionOf = ({ rendition }: StoredFile, replaced: StoredFile | null = null): Change[] =>
  rendition || replaced?.rendition
    ? [changed('Rendition, SHA-256', replaced?.rendition?.sha256 ?? null, rendition?.sha256 ?? null)]
    : [];

/** An old and a new effective date, as moments if both are on one day. */
function movedDays(of: { old: string; new: string }, zone: string, oldZone = zone): { old: string; new: string } {
  const sameDay = showDate(of.old, oldZone) === showDate(of.new, zone);
  return sameDay
    ? movedDates(of, zone, oldZone)
    : { old: effectiveDay(of.old, oldZone), new: effectiveDay(of.new, zone) };
}

const inStep = ({ step }: ApprovalRequest): string => (step === undefined ? '' : ` in step ${step}`);

const signedAs = ({ meaning }: Signature): string =>
  meaning === 'reviewed'
    ? 'signed to have reviewed'
    : meaning === 'quality_approved'
      ? 'signed to approve, for the quality unit,'
      : 'signed to approve';

/** The absent person whom a deputy signed for. */
const onBehalf = ({ onBehalfOf }: Signature): string => (onBehalfOf ? `, for ${onBehalfOf.name}` : '');

/** The function that the signature was asked for. */
const asFunction = ({ function: held }: ApprovalRequest): string[] => (held ? [`Function: ${held.name}.`] : []);

const routeChanges = (route: VersionRoute | undefined): Change[] =>
  route ? [changed('Approval route', null, `${route.name}, version ${route.version}`)] : [];

/** The approvers; along a route with the numbers of their steps. */
const byStep = (approvals: readonly Pick<ApprovalRequest, 'name' | 'step'>[]): string =>
  list(approvals.map(({ name, step }) => ({ name: step === undefined ? name : `${name} (step ${step})` })));

/** The events of a document, in words. */
export const documentDescriptions: Descriptions<
  Exclude<keyof (typeof documentEvents & typeof readingEvents), keyof typeof commentEvents>
> = {
  DocumentCreated: (data) => ({
    sentence: `created the document, version ${data.version}`,
    changes: [
      changed('Title', null, data.name),
      changed('Type', null, typeLabel(data.type)),
      changed('Functional area', null, data.functionalArea),
      changed('ID', null, data.docNum),
      changed('Version', null, data.version),
      ...(data.approvers ? [changed('Approvers', null, byStep(data.approvers))] : []),
      ...(data.declarationReason ? [changed('Why it is already effective', null, data.declarationReason)] : []),
      status(null, 'CREATED'),
    ],
  }),
  DocumentEdited: ({ changes }) => ({ sentence: 'edited the draft', changes: describeChanges(changes) }),
  DocumentFileAttached: ({ kind, version, file, replaced }) => ({
    sentence: `attached the ${fileKinds[kind]} of version ${version}`,
    note: file.rendition ? `${file.name}. ${renditionWords[file.rendition.because]}` : file.name,
    changes: [
      changed('File', replaced?.name ?? null, file.name),
      changed('SHA-256', replaced?.sha256 ?? null, file.sha256),
      ...renditionOf(file, replaced),
    ],
  }),
  DocumentSentForReview: ({ version, approvals, route, change }) => ({
    reason: change?.reason ?? null,
    sentence: `sent version ${version} to ${people(approvals.length)} for approval`,
    changes: [
      status('CREATED', 'IN_REVIEW'),
      ...changeFacts(change),
      ...routeChanges(route),
      changed('Approvers', null, byStep(approvals)),
    ],
    status: 'IN_REVIEW',
  }),
  DocumentDeclaredExternallyEffective: ({ version, reason = null }) => ({
    reason,
    sentence: `declared version ${version} already effective outside the system`,
    changes: [status('CREATED', 'APPROVED')],
    status: 'APPROVED',
  }),
  ApproverAdded: ({ version, approval, reason = null }) => ({
    reason,
    sentence: `asked ${approval.name} to approve version ${version}${inStep(approval)}`,
    changes: [changed('Approver', null, approval.name)],
  }),
  ApproverRemoved: ({ version, approval, reason }) => ({
    sentence: `removed ${approval.name} as an approver of version ${version}${inStep(approval)}`,
    changes: [changed('Approver', approval.name, null)],
    reason,
  }),
  ApproverReplaced: ({ version, approval, replacement, reason, because }) => ({
    sentence:
      `asked ${replacement.name} to approve version ${version} instead of ${approval.name}${inStep(approval)}` +
      (because === 'absence' ? ', who is absent' : ''),
    changes: [changed('Approver', approval.name, replacement.name)],
    reason,
  }),
  ApprovalGiven: ({ version, signature, approval }) => ({
    sentence: `${signedAs(signature)} version ${version}${inStep(approval)}${onBehalf(signature)}`,
    note: [...asFunction(approval), printed(signature)].join(' '),
    signature,
  }),
  ApprovalRejected: ({ version, signature, approval }) => ({
    sentence: `did not approve version ${version}${inStep(approval)}${onBehalf(signature)}`,
    note: [...asFunction(approval), printed(signature)].join(' '),
    signature,
    reason: signature.reason,
  }),
  ApprovalsCancelled: ({ approvals, because }) => ({
    subject: 'The system',
    sentence: `cancelled the open approvals of ${people(approvals.length)}`,
    note: `${list(approvals)}, ${causes[because]}.`,
  }),
  StepOpened: ({ version, step, name, dueAt, approvals }) => ({
    subject: `Step ${step}, ${name},`,
    sentence: `of version ${version} was opened`,
    note: `To sign by ${showDate(dueAt, 'UTC')}: ${list(approvals)}.`,
  }),
  StepCompleted: ({ version, step, name }) => ({
    subject: `Step ${step}, ${name},`,
    sentence: `of version ${version} is complete`,
  }),
  DocumentApproved: ({ version }) => ({
    subject: `Version ${version}`,
    sentence: 'has all its approvals',
    changes: [status('IN_REVIEW', 'APPROVED')],
    status: 'APPROVED',
  }),
  DocumentRejected: ({ version }) => ({
    subject: `Version ${version}`,
    sentence: 'was rejected',
    changes: [status('IN_REVIEW', 'REJECTED')],
    status: 'REJECTED',
  }),
  DocumentPublished: ({ departments, departmentsBefore: before, effectiveOn, trainingWaived, ...more }, { zone }) => ({
    reason: more.reason,
    sentence: 'gave final approval and set the effective date',
    note: trainingWaived ? 'Training is not required for it to become effective.' : null,
    changes: [
      status('APPROVED', 'PENDING', trainingWaived ? 100 : more.trainingRate),
      changed('Effective date', null, effectiveDay(more.effectiveAt, effectiveOn?.zone ?? zone)),
      changed('Departments', before?.length ? list(before) : null, list(departments)),
    ],
    status: 'PENDING',
  }),
  EffectiveDateChanged: (data, { zone }) => ({
    reason: data.reason ?? null,
    sentence: 'changed the effective date',
    changes: [{ field: 'Effective date', ...movedDays(data, data.newOn?.zone ?? zone, data.oldOn?.zone) }],
  }),
  DocumentDepartmentsChanged: ({ added, removed, reason = null }) => ({
    reason,
    sentence: "changed the document's departments",
    changes: namedChanges('Department', added, removed),
  }),
  DocumentBecameEffective: ({ version, effectiveAt, supersedes, trainingRate, trainingWaived }, { zone }) => ({
    subject: `Version ${version}`,
    sentence: supersedes ? `came into force; version ${supersedes} was superseded` : 'came into force',
    note: `Effective date ${effectiveDay(effectiveAt, zone)}.`,
    changes: [
      status('PENDING', 'EFFECTIVE', trainingWaived ? 100 : trainingRate),
      ...(supersedes ? [changed('Version in force', supersedes, version)] : []),
    ],
    status: 'EFFECTIVE',
  }),
  DocumentRevised: ({ fromVersion, fromStatus, version, changes, approvals, withdrawn, files, ...more }) => ({
    reason: more.reason ?? null,
    sentence: `revised version ${fromVersion} and sent version ${version} to ${people(approvals.length)} for approval`,
    note: withdrawn ? `The scheduled version ${withdrawn} was withdrawn.` : null,
    changes: [
      status(fromStatus as DocumentStatus, 'IN_REVIEW', more.trainingWaived ? 100 : more.trainingRate),
      changed('Version', fromVersion, version),
      ...changeFacts(more.change),
      ...describeChanges(changes),
      ...newFiles(files),
      ...routeChanges(more.route),
      changed('Approvers', null, byStep(approvals)),
    ],
    status: 'IN_REVIEW',
  }),
  DocumentRetired: ({ reason, effectiveVersion, fromStatus, trainingRate, trainingWaived }) => ({
    sentence: 'retired the document',
    note: effectiveVersion ? `Version ${effectiveVersion} is no longer in force.` : null,
    changes: [status(fromStatus as DocumentStatus, 'RETIRED', trainingWaived ? 100 : trainingRate)],
    reason,
    status: 'RETIRED',
  }),
  DocumentReviewed: ({ version, outcome, comment }) => ({
    sentence: `reviewed version ${version}: ${outcome === 'revise' ? 'it is to be revised' : 'no change is needed'}`,
    reason: comment,
  }),
  DocumentReinstated: ({ fromVersion, version, reason }) => ({
    sentence: `reinstated the document as the draft of version ${version}`,
    note: 'No version is in force until the new one is.',
    changes: [status('RETIRED', 'CREATED'), changed('Version', fromVersion, version)],
    reason,
  }),
  SeparationOfDutiesWaived: ({ version, covers, reason }) => ({
    sentence:
      'recorded an exception from the separation of duties for ' +
      (covers === 'this' ? `version ${version}` : `the version after ${version}`),
    reason,
  }),
  OwnershipTransferred: ({ from, to, reason }) => ({
    sentence: `transferred the ownership from ${from.name} to ${to.name}`,
    changes: [changed('Owner', from.name, to.name)],
    reason,
  }),
  DocumentAreaRenamed: (data) => ({
    sentence: `renamed the functional area ${data.old} of the document`,
    changes: [changed('Functional area', data.old, data.new)],
    reason: data.reason,
  }),
  DocumentDiscarded: ({ name }) => ({ sentence: `discarded the draft ${name}` }),
  SignedPdfMade: ({ version, file, seal }) => ({
    subject: 'The system',
    sentence: `made ${seal ? 'and sealed ' : ''}the signed PDF of version ${version}`,
    changes: [
      changed('SHA-256', null, file.sha256),
      ...(seal ? [changed('SHA-256 of the organisation certificate', null, seal.certificate)] : []),
    ],
  }),
  ComparisonMade: ({ from, to, sha256, wordsAdded, wordsRemoved, pagesChanged, elementsChanged }) => ({
    subject: 'The system',
    sentence: `compared version ${to.version} with version ${from.version}`,
    note:
      `Words removed: ${inDigits(wordsRemoved)}, added: ${inDigits(wordsAdded)}. ` +
      `Pages changed: ${inDigits(pagesChanged)}.` +
      (elementsChanged === null
        ? ''
        : ` Links, form fields, notes, bookmarks and attached files changed: ${inDigits(elementsChanged)}.`),
    changes: [changed('SHA-256 of the comparison', null, sha256)],
  }),
  DocumentFileDownloaded: ({ kind, version, purpose, copy }) =>
    copy
      ? {
          sentence: `downloaded a controlled copy of the ${fileKinds[kind]} of version ${version}`,
          note:
            `${copy.standing}. ` +
            `${copy.marked === 'every_page' ? 'Every page' : 'A sheet before the first page'} says so.`,
          changes: [changed('SHA-256 of the copy', null, copy.sha256)],
        }
      : { sentence: `downloaded the ${fileKinds[kind]} of version ${version}${purposes[purpose]}` },
  OriginalRetrieved: ({ version, sha256 }) => ({
    sentence: `retrieved the ${fileKinds.final} of version ${version} through the API`,
    note: 'Recorded once a day. It counts as no reading.',
    changes: [changed('SHA-256', null, sha256)],
  }),
};
