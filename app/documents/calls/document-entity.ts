import { z } from 'zod';
import { versionChange } from '#app/documents/calls/change-entity.ts';
import {
  areaName,
  docNumber,
  documentName,
  filename,
  fullName,
  functionName,
  objectKey,
  reasonText,
  sha256,
  timeZone,
  versionNumber,
} from '#app/kit/call/fields.ts';
import { effectiveOnOf } from '#events/document/effective-on.ts';
import { documentType, type StoredFile } from '#events/document/events.ts';
import { signatureMeaning, signatureMethods } from '#events/signature.ts';
import { department, toDepartment } from '#app/kit/call/department-entity.ts';
import { moment, toMoment, toMomentOrNull } from '#app/kit/call/moment.ts';
import { routeProgress, toProgress, versionRoute } from '#app/approval-routes/calls/route-entity.ts';
import { toUser, user } from '#app/kit/call/user-entity.ts';
import { effectiveMoment, type VersionLine } from '#app/documents/queries/version-history.ts';
import type { Prepared } from '#app/documents/queries/prepared-changes.ts';
import type { Profile } from '#app/kit/people/profile.ts';
import type { WholeApproval, WholeDocument } from '#app/documents/queries/full-documents.ts';

export const documentStatus = z.enum([
  'CREATED',
  'IN_REVIEW',
  'APPROVED',
  'REJECTED',
  'PENDING',
  'EFFECTIVE',
  'RETIRED',
]);

export const approval = z
  .object({
    uid: z.uuid(),
    status: z.enum(['WAITING', 'OPEN', 'APPROVED', 'REJECTED', 'CANCELLED']),
    user,
    docId: z.uuid().describe("The document's uid."),
    decidedDate: moment.nullable().describe('When the approver signed; null before, and where it was cancelled.'),
    meaning: signatureMeaning.nullable().describe('What the signature declares.'),
    reason: reasonText.nullable().describe("The signature's reason."),
    sha256: sha256.nullable().describe('Of the PDF that was signed, as the signature records it.'),
    signedWith: z.enum(signatureMethods).nullable().describe('How the signer was checked.'),
    comparison: sha256.nullable().describe('Of the comparison with an earlier version that the signer was shown.'),
    step: z.int().min(1).nullable().describe('The number of the step of its route; null without a route.'),
    function: functionName.nullable().describe('The function that the person was asked for.'),
    signer: z
      .object({ uid: z.uuid(), name: fullName })
      .nullable()
      .describe('Who signed: the person who was asked, or their deputy; null before it is signed.'),
    onBehalfOf: z
      .object({ uid: z.uuid(), name: fullName })
      .nullable()
      .describe('The absent person for whom a deputy signed.'),
  })
  .meta({ id: 'Approval' });

const file = z
  .object({ name: filename, size: z.int().min(1).describe('Bytes.'), sha256 })
  .meta({ id: 'File', description: 'A stored file, as it was uploaded.' });

const version = z
  .object({
    version: versionNumber,
    approvedDate: moment.nullable(),
    effectiveDate: moment.nullable(),
    supersededDate: moment.nullable(),
    retiredDate: moment.nullable(),
    change: versionChange.nullable(),
    wordObjectKey: objectKey.nullable(),
    pdfObjectKey: objectKey,
    route: versionRoute.nullable().describe('Null where every approver was asked at once.'),
  })
  .meta({ id: 'HistoryEntry', description: 'A version that was approved.' });

const prepared = z
  .object({
    starts: z.boolean().describe('Goes to its approvers by itself as soon as it is complete.'),
    version: versionNumber.nullable(),
    name: documentName.nullable(),
    fileWordObjectKey: objectKey.nullable(),
    filePdfObjectKey: objectKey.nullable(),
    trainingInterval: z.int().nullable(),
    reviewInterval: z.int().nullable(),
    change: versionChange.nullable(),
    approvers: z.array(z.uuid()).describe('People who approve beside the approvers that stay.'),
    leavingApprovers: z.array(z.uuid()),
    departments: z.array(z.uuid()),
    effectiveDate: moment.nullable(),
    preparedBy: z.uuid().describe('The caller, or else who prepared it last. Only their own calls use it.'),
    preparedDate: moment,
  })
  .meta({ id: 'PreparedChange', description: 'A revision or a publication that calls have prepared, for 12 hours.' });

export const document = z
  .object({
    uid: z.uuid(),
    name: documentName,
    type: documentType,
    functionalArea: areaName,
    docNum: docNumber,
    version: versionNumber,
    effectiveVersion: versionNumber.nullable(),
    status: documentStatus,
    owner: user,
    ownerSignature: z.null().describe('Owners sign nothing.'),
    org: z.uuid().describe("The organisation's uid."),
    route: routeProgress.nullable().describe('Of this version; null where every approver is asked at once.'),
    approvals: z.array(approval).describe('The approvals of this version, including cancelled ones.'),
    departments: z.array(department),
    createdDate: moment,
    revisedDate: moment,
    reviewedDate: moment.nullable(),
    approvedDate: moment.nullable(),
    retiredDate: moment.nullable(),
    effectiveDate: moment.nullable(),
    effectiveOn: z
      .object({ date: z.iso.date(), zone: timeZone.describe('An IANA zone.') })
      .nullable()
      .describe('The effective date as it was chosen and recorded: a calendar date in a time zone.'),
    latestEffectiveDate: moment.nullable(),
    approved: z.boolean(),
    effective: z.boolean(),
    externallyEffective: z.boolean(),
    fileWordUrl: z.null().describe('Always null: use the download endpoints.'),
    filePdfUrl: z.null().describe('Always null: use the download endpoints.'),
    fileWordObjectKey: objectKey.nullable(),
    filePdfObjectKey: objectKey.nullable(),
    fileWord: file.nullable().describe('The working file; null for employees, and before it is uploaded.'),
    filePdf: file.nullable().describe('The final PDF; null before it is uploaded.'),
    trainingInterval: z.int().describe('Days.'),
    reviewInterval: z.int().describe('Days.'),
    trainingRate: z
      .int()
      .nullable()
      .describe(
        'Percent of the assigned training records that are completed, on the scheduled version or else the one ' +
          'in force; 100 where nobody is assigned, null where nothing is scheduled or in force.',
      ),
    change: versionChange.nullable().describe('What this version changes and why; null where nobody said so.'),
    history: z.array(version).describe('Newest first.'),
    prepared: prepared.nullable(),
  })
  .meta({
    id: 'Document',
    description:
      'Employees get the version in force, or before there is one the scheduled version that they train on. They see ' +
      'nothing in progress.',
  });

const nameOf = ({ uid, firstName, lastName }: Profile) => ({ uid, name: `${firstName} ${lastName}` });
/** Under the name that the signature was made with, whatever the person is called today. */
const signerOf = ({ uid }: Profile, { signedAs }: { signedAs: string }) => ({ uid, name: signedAs });

export const toApproval = (
  { uid, status, user: person, decision, place }: WholeApproval,
  docId: string,
): z.infer<typeof approval> => ({
  uid,
  status,
  user: toUser(person),
  docId,
  decidedDate: toMomentOrNull(decision?.decidedAt ?? null),
  meaning: decision?.meaning ?? null,
  reason: decision?.reason ?? null,
  sha256: decision?.sha256 ?? null,
  signedWith: decision?.method ?? null,
  comparison: decision?.comparison ?? null,
  step: place.step,
  function: place.held,
  signer: decision && (place.deputy ?? signerOf(person, decision)),
  onBehalfOf: decision && place.deputy && nameOf(person),
});

const toFile = (stored: StoredFile | null): z.infer<typeof file> | null =>
  stored && { name: stored.name, size: stored.size, sha256: stored.sha256 };

const toVersion = (line: VersionLine, insider: boolean): z.infer<typeof version> => ({
  version: line.version,
  approvedDate: toMomentOrNull(line.approvedAt),
  effectiveDate: toMomentOrNull(line.effectiveAt),
  supersededDate: toMomentOrNull(line.supersededAt),
  retiredDate: toMomentOrNull(line.retiredAt),
  change: line.change,
  wordObjectKey: insider ? line.working.objectKey : null,
  pdfObjectKey: line.final.objectKey,
  route: line.route,
});

const toPrepared = ({ revision, ...change }: Prepared, final: string | undefined): z.infer<typeof prepared> => ({
  starts: change.awaited ?? false,
  version: revision?.version ?? null,
  name: revision?.name ?? null,
  fileWordObjectKey: revision?.working || null,
  // A revision needs a PDF of its own.
  filePdfObjectKey: revision?.final === final ? null : revision?.final || null,
  trainingInterval: revision?.trainingInterval ?? null,
  reviewInterval: revision?.reviewInterval ?? null,
  change: revision?.change ?? null,
  approvers: [...(change.approvers ?? []), ...(change.places ?? []).map(({ user }) => user)],
  leavingApprovers: change.leaving ?? [],
  departments: change.departments ?? [],
  effectiveDate: toMomentOrNull(change.effectiveAt ?? null),
  preparedBy: change.by,
  preparedDate: toMoment(change.at),
});

/** A document as the specification's Document. */
export function toDocument({ row, org, insider, ...whole }: WholeDocument): z.infer<typeof document> {
  const effectiveAt = effectiveMoment(row);
  return {
    uid: row.uid,
    name: row.name,
    type: row.type,
    functionalArea: row.functional_area,
    docNum: row.doc_num,
    version: row.version,
    effectiveVersion: row.effective_version,
    status: row.status,
    owner: toUser(whole.owner),
    ownerSignature: null,
    org,
    route: whole.route && toProgress(whole.route),
    approvals: whole.approvals.map((one) => toApproval(one, row.uid)),
    departments: whole.departments.map((named) => toDepartment(named, org)),
    createdDate: toMoment(row.created_at),
    revisedDate: toMoment(row.revised_at),
    reviewedDate: toMomentOrNull(row.reviewed_at),
    approvedDate: toMomentOrNull(row.approved_at),
    retiredDate: toMomentOrNull(row.retired_at),
    effectiveDate: toMomentOrNull(effectiveAt),
    effectiveOn: effectiveAt && whole.effectiveZone ? effectiveOnOf(effectiveAt, whole.effectiveZone) : null,
    latestEffectiveDate: toMomentOrNull(row.latest_effective_at),
    approved: row.approved,
    effective: row.effective,
    externallyEffective: row.externally_effective,
    fileWordUrl: null,
    filePdfUrl: null,
    fileWordObjectKey: row.working_file?.objectKey ?? null,
    filePdfObjectKey: row.final_file?.objectKey ?? null,
    fileWord: toFile(row.working_file),
    filePdf: toFile(row.final_file),
    trainingInterval: row.training_interval,
    reviewInterval: row.review_interval,
    trainingRate: whole.trainingRate,
    change: row.change,
    history: whole.history.map((line) => toVersion(line, insider)),
    prepared: whole.prepared && toPrepared(whole.prepared, row.final_file?.objectKey),
  };
}
