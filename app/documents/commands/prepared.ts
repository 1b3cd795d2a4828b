import { z } from 'zod';
import { nameProblem } from '#events/document/name.ts';
import { normaliseLine } from '#events/text.ts';
import { intervalProblem, problems } from '#events/document/decide/details.ts';
import { notManaging, outOfSequence } from '#events/document/decide/guards.ts';
import type { FileKind } from '#events/document/events.ts';
import { wasAsked } from '#events/document/approval.ts';
import { kindForRoute } from '#events/document/change.ts';
import { stepOf } from '#events/document/route.ts';
import type { Document } from '#events/document/state.ts';
import { newer, versionProblem } from '#events/document/version.ts';
import { fieldMessages, ok, refuse, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { draftChange } from '#events/document/change.ts';
import { forgetPrepared, prepareChange, readPrepared } from '#app/documents/adapters/prepared-changes.ts';
import type { PreparedChange, PreparedRevision } from '#app/kit/saved-forms/prepared-change.ts';
import { nameRequests } from '#app/documents/commands/change-requests/name.ts';
import { type SignedInContext, personalCommand } from '#app/kit/command/command.ts';
import { eligibleOf } from '#app/documents/commands/facts.ts';
import { claimFiles, filesOf } from '#app/documents/commands/files.ts';
import { missingReason, runWithReason } from '#app/kit/command/reason.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { readRouteFor } from '#app/approval-routes/queries/in-use.ts';
import { placeToForm } from '#app/approval-routes/forms/route-steps.ts';
import { principalOf, loadDocument, type LoadedStream } from '#app/kit/command/load.ts';
import { isNameInUse } from '#app/documents/queries/name.ts';
import { chooseDepartments } from '#app/organisation/commands/choose-departments.ts';
import { publishDocument } from '#app/documents/commands/publish.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { changedSince, expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { preparerOf } from '#app/documents/queries/prepared-changes.ts';

const placeOf = ({ org, viewer }: SignedInContext, { uid, current }: Document) => ({
  org,
  document: uid,
  version: current.version,
  by: preparerOf(viewer),
});

/** What earlier requests of this person prepared for the document's present version. */
export const preparedFor = (context: SignedInContext, document: Document): Promise<PreparedChange> =>
  readPrepared(context.ports.database, placeOf(context, document), context.now);

/** Adds to it. */
export const keepPrepared = (
  context: SignedInContext,
  document: Document,
  change: (before: PreparedChange) => PreparedChange,
): Promise<PreparedChange> => prepareChange(context.ports.database, placeOf(context, document), context.now, change);

/** The reason that a request gives, beside the one of an earlier request. */
export const givenReason = (reason: string | null): Pick<PreparedChange, 'reason'> => (reason ? { reason } : {});

/** Deletes it once it is used. */
export const usePrepared = (context: SignedInContext, document: Document): Promise<void> =>
  forgetPrepared(context.ports.database, placeOf(context, document));

/** The refusal if the person may not revise the document or it cannot be revised; else null. */
export const notRevising = (context: SignedInContext, document: Document) =>
  notManaging(document, principalOf(context)) ?? outOfSequence('Revise', document);

/** A revision as a client sends it, as a whole document. Files are object keys; empty if none. */
export interface RevisionDraft extends PreparedRevision {
  type: string;
  functionalArea: string;
  docNum: string;
}

/**
 * Checks a client's revision and claims its uploads. Missing parts are no error; wrong ones are refused as the revision
 * itself would refuse them.
 */
export async function readRevision(
  context: SignedInContext,
  document: Document,
  draft: RevisionDraft,
): Promise<Result<PreparedRevision>> {
  const refusal = notRevising(context, document);
  if (refusal) return refusal;
  const name = normaliseLine(draft.name);
  const version = draft.version.trim();
  const fixed = ['type', 'functionalArea', 'docNum'] as const;
  const { trainingInterval, reviewInterval } = draft;
  const fields = problems({
    name: name === document.name ? null : nameProblem(name),
    version: versionProblem(version),
    trainingInterval: trainingInterval === undefined ? null : intervalProblem(trainingInterval),
    reviewInterval: reviewInterval === undefined ? null : intervalProblem(reviewInterval),
    ...Object.fromEntries(fixed.map((field) => [field, draft[field] === document[field] ? null : texts.invalid])),
  });
  if (Object.keys(fields).length > 0) return refuse('invalid_input', { fields });
  if (!newer(version, document.current.version)) {
    return refuse('document_version_not_newer', {
      detail: `The current version is ${document.current.version}.`,
      fields: { version: [texts.versionNotNewer] },
    });
  }
  const { ports, org } = context;
  if (name !== document.name && (await ports.database.read(org, (db) => isNameInUse(db, name, document.uid))))
    return refuse('document_name_in_use', { fields: { name: [texts.documentNameInUse] } });
  const files = await claimFiles(context, document.uid, draft, filesOf(document));
  if (!files.ok) return files;
  const named = await nameRequests(context, document.uid, draft.change);
  if (!named.ok) return named;
  return ok({
    name,
    version,
    working: files.value.working?.objectKey ?? '',
    final: files.value.final?.objectKey ?? '',
    trainingInterval,
    reviewInterval,
    change: draft.change,
  });
}

/**
 * Continues a prepared revision for a client that sends the document's present version with new files: the prepared
 * version number counts, and the files that differ are added.
 */
export function continued(draft: RevisionDraft, { name, current, ...document }: Document, before: PreparedChange) {
  const { revision } = before;
  const asItStands =
    draft.version.trim() === current.version &&
    draft.name.trim() === name &&
    (draft.trainingInterval ?? document.trainingInterval) === document.trainingInterval &&
    (draft.reviewInterval ?? document.reviewInterval) === document.reviewInterval;
  if (!revision || !asItStands) return draft;
  const file = (kind: FileKind) => (bringsFile(draft, current, kind) ? draft[kind] : revision[kind]);
  const change = draft.change ?? revision.change;
  return { ...draft, ...revision, change, working: file('working'), final: file('final') };
}

/** Whether a client sends another file than the version has. */
export const bringsFile = (sent: Record<FileKind, string>, { files }: Document['current'], kind: FileKind): boolean =>
  sent[kind] !== '' && sent[kind] !== files[kind]?.objectKey;

/** A revision needs a PDF of its own. */
export const hasOwnPdf = ({ final }: PreparedRevision, { current, nextFiles }: Document): boolean =>
  (final !== '' && final !== current.files.final?.objectKey) || nextFiles.final !== null;

/**
 * The previous version's approvers who stay and can still approve, and those who were added, as the form has them.
 * Along a route the owner's choices stay in their steps; the other steps ask whom the route says.
 */
async function approversOf(
  context: SignedInContext,
  document: Document,
  { approvers = [], places = [], leaving = [], revision }: PreparedChange,
): Promise<{ approvers: string[]; steps: string[] }> {
  const { current } = document;
  const asked = current.approvals.filter((one) => wasAsked(one) && !leaving.includes(one.user));
  const able = new Set(
    await eligibleOf(
      context,
      asked.map(({ user }) => user),
    ),
  );
  const staying = asked.filter(({ user }) => able.has(user));
  const kind = kindForRoute(revision?.change?.kind ?? null, current.version);
  const route = await context.ports.database.read(context.org, (db) => readRouteFor(db, { ...document, kind }));
  const isSameRoute = route !== null && route.uid === current.route?.uid && route.version === current.route.version;
  const named = staying.flatMap(({ user, step }) =>
    step !== undefined && stepOf({ route }, step)?.who.kind === 'named_by_owner' ? [{ user, step }] : [],
  );
  const steps = [...places, ...(isSameRoute ? named : [])].filter(
    (one, at, all) => all.findIndex(({ user }) => user === one.user) === at,
  );
  const placed = new Set(steps.map(({ user }) => user));
  const users = isSameRoute ? approvers : [...staying.map(({ user }) => user), ...approvers];
  return {
    approvers: [...new Set(users)].filter((user) => !placed.has(user)),
    steps: steps.map(({ user, step }) => placeToForm(user, step)),
  };
}

/** Whether the prepared revision is awaited and lacks nothing; the approvers of the version before stay. */
async function isComplete(context: SignedInContext, document: Document, prepared: PreparedChange): Promise<boolean> {
  const { awaited, revision } = prepared;
  if (!awaited || !revision || !hasOwnPdf(revision, document)) return false;
  const { approvers, steps } = await approversOf(context, document, prepared);
  return approvers.length + steps.length > 0;
}

/**
 * Adds to the preparation. Where that makes a revision complete which is awaited, it is submitted instead: a refusal
 * leaves what was prepared before.
 */
export async function prepareOrSend(
  context: SignedInContext,
  document: Document,
  change: (before: PreparedChange) => PreparedChange,
  expectedVersion: number | undefined,
): Promise<Result<{ document: string }>> {
  const prepared = change(await preparedFor(context, document));
  if (await isComplete(context, document, prepared)) return sendPrepared(context, document, prepared, expectedVersion);
  await keepPrepared(context, document, change);
  return ok({ document: document.uid });
}

/** Submits the prepared revision and deletes the preparation. Refuses missing parts like the screen. */
export async function sendPrepared(
  context: SignedInContext,
  document: Document,
  prepared: PreparedChange,
  expectedVersion: number | undefined,
): Promise<Result<{ document: string }>> {
  const { revision } = prepared;
  const reason = prepared.reason ?? (revision?.change?.reason || null);
  const { current, nextFiles } = document;
  const unreasoned = missingReason(context.viewer, reason);
  if (unreasoned) return unreasoned;
  const values = reviseDocument.input.safeParse({
    document: document.uid,
    expectedVersion,
    name: revision?.name ?? document.name,
    version: revision?.version ?? '',
    working: revision?.working || (nextFiles.working ?? current.files.working)?.objectKey,
    final: revision?.final || nextFiles.final?.objectKey,
    ...(await approversOf(context, document, prepared)),
    trainingInterval: revision?.trainingInterval,
    reviewInterval: revision?.reviewInterval,
    change: revision?.change,
  });
  if (!values.success) return refuse('invalid_input', { fields: fieldMessages(values.error) });
  const sent = await runWithReason(reviseDocument, values.data, reason, context);
  if (sent.ok) await usePrepared(context, document);
  return sent;
}

type Answer = Promise<Result<{ document: string }>>;

/** Saves the departments (uids) and the date with which an approved document is to be published. */
export async function preparePublication(
  context: SignedInContext,
  document: Document,
  { departments, effectiveAt }: Pick<PreparedChange, 'departments' | 'effectiveAt'>,
): Answer {
  if (departments?.length === 0)
    return refuse('document_departments_missing', { fields: { departments: [texts.required] } });
  if (effectiveAt !== undefined && effectiveAt <= context.now && !document.current.externallyEffective)
    return refuse('effective_date_not_future', { fields: { effectiveAt: [texts.futureDate] } });
  const chosen = await chooseDepartments(context, departments ?? []);
  if (!chosen.ok) return chosen;
  await keepPrepared(context, document, (earlier) => ({
    ...earlier,
    departments: departments ?? earlier.departments,
    effectiveAt: effectiveAt ?? earlier.effectiveAt,
  }));
  return ok({ document: document.uid });
}

/**
 * Sets a document's departments: at once if it is scheduled or in force; if approved, with the date that publishes it.
 */
export const assignDepartments = personalCommand({
  name: 'document.assign_departments',
  input: z.object({ document: sentUid(), departments: z.array(sentUid()), ...expectedVersionInput }),
  permission: 'document.change_departments',
  reason: 'depends',
  async run({ document, departments, reason, expectedVersion }, context): Answer {
    const loaded = await loadDocument(context, document);
    const { state } = loaded;
    if (state.kind !== 'document') return refuse('not_found');
    if (state.status !== 'APPROVED')
      return runWithReason(rescheduleDocument, { document, departments, expectedVersion }, reason, context);
    return changedSince(loaded, expectedVersion, context) ?? preparePublication(context, state, { departments });
  },
});

/**
 * Sets a document's effective date: publishes an approved one for its prepared departments, with or without training,
 * or moves a scheduled one.
 */
export const giveEffectiveDate = personalCommand({
  name: 'document.give_effective_date',
  input: z.object({
    document: sentUid(),
    /** An `Instant`. */
    effectiveAt: z.string(),
    waiveTraining: z.boolean().default(false),
    ...expectedVersionInput,
  }),
  permission: 'document.publish',
  refusedAs: 'publish_requires_admin',
  reason: 'depends',
  async run({ document, effectiveAt, waiveTraining, reason, expectedVersion }, context): Answer {
    const { state } = await loadDocument(context, document);
    if (state.kind !== 'document') return refuse('not_found');
    if (state.status === 'PENDING') {
      if (waiveTraining && !state.current.publication?.trainingWaived)
        return refuse('document_not_in_status', {
          detail: 'Training is waived when a document is published, not later.',
        });
      return runWithReason(rescheduleDocument, { document, effectiveAt, expectedVersion }, reason, context);
    }
    const { departments = [] } = await preparedFor(context, state);
    const published = await runWithReason(
      publishDocument,
      { document, departments, effectiveAt, waiveTraining, expectedVersion },
      reason,
      context,
    );
    if (published.ok) await usePrepared(context, state);
    return published;
  },
});

const kinds = ['working', 'final'] as const;

const revision = z.object({
  name: z.string(),
  type: z.string(),
  functionalArea: z.string(),
  docNum: z.string(),
  version: z.string(),
  /** Object keys; empty if none. */
  working: z.string(),
  final: z.string(),
  trainingInterval: z.number().optional(),
  reviewInterval: z.number().optional(),
  change: draftChange.nullish(),
});

/**
 * Revises a document with what earlier requests prepared. A client may begin with it: if nothing was prepared and
 * `revision` has no PDF yet, it is submitted once its approvers are named.
 */
export const revisePrepared = personalCommand({
  name: 'document.revise_prepared',
  input: z.object({ document: sentUid(), revision: revision.optional(), ...expectedVersionInput }),
  permission: 'document.manage_own',
  reason: 'depends',
  async run({ document, revision: draft, reason, expectedVersion }, context): Promise<Result<{ document: string }>> {
    const loaded = await loadDocument(context, document);
    const { state } = loaded;
    if (state.kind !== 'document') return refuse('not_found');
    const refusal = notRevising(context, state);
    if (refusal) return refusal;
    const before = await preparedFor(context, state);
    if (!before.revision && (await wasSentOff(loaded, state, draft, context))) return ok({ document });
    const outdated = changedSince(loaded, expectedVersion, context);
    if (outdated) return outdated;
    if (!draft) return sendPrepared(context, state, { ...before, ...givenReason(reason) }, expectedVersion);
    const read = await readRevision(context, state, continued(draft, state, before));
    if (!read.ok) return read;
    const whole = before.revision && !(before.awaited && !hasOwnPdf(before.revision, state));
    const begins = !whole && !hasOwnPdf(read.value, state);
    const prepared = { ...givenReason(reason), revision: read.value, awaited: begins };
    // Only what is not sent yet is saved: a refusal leaves nothing of this request.
    if (!begins) return sendPrepared(context, state, { ...before, ...prepared }, expectedVersion);
    await keepPrepared(context, state, (earlier) => ({ ...earlier, ...prepared }));
    return ok({ document });
  },
});

/**
 * Whether this person already submitted the version in review and sends the same again, after a lost answer or because
 * naming the approvers submitted it. `draft` is the client's revision, if it sends one.
 */
async function wasSentOff(
  { events }: LoadedStream,
  document: Document,
  draft: RevisionDraft | undefined,
  context: SignedInContext,
): Promise<boolean> {
  const { status, name, current } = document;
  const sent = events.findLast(({ type }) => type === 'DocumentRevised' || type === 'DocumentSentForReview');
  if (status !== 'IN_REVIEW' || sent?.actor.kind !== 'user' || sent.actor.uid !== context.viewer.uid) return false;
  if (!draft) return true;
  if (draft.version.trim() !== current.version || draft.name.trim() !== name) return false;
  const files = await claimFiles(context, document.uid, draft, filesOf(document));
  return (
    files.ok &&
    kinds.every((kind) => [undefined, current.files[kind]?.objectKey].includes(files.value[kind]?.objectKey))
  );
}
