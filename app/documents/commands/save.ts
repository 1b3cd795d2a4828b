import { z } from 'zod';
import { draftChange } from '#events/document/change.ts';
import type { Document } from '#events/document/state.ts';
import { isAllowedFrom } from '#events/document/transitions.ts';
import { compareVersions } from '#events/document/version.ts';
import { fieldMessages, ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { texts } from '#events/texts.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import {
  bringsFile,
  continued,
  givenReason,
  keepPrepared,
  preparedFor,
  prepareOrSend,
  preparePublication,
  readRevision,
} from '#app/documents/commands/prepared.ts';
import { runWithReason } from '#app/kit/command/reason.ts';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import { changedSince, expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { placeToForm } from '#app/approval-routes/forms/route-steps.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

const savedDocument = z.object({
  document: sentUid(),
  name: z.string(),
  type: z.string(),
  functionalArea: z.string(),
  docNum: z.string(),
  version: z.string(),
  /** For an issued document only where it is to change, as departments and date. */
  externallyEffective: z.boolean().optional(),
  /** Object keys; empty if none. */
  working: z.string(),
  final: z.string(),
  trainingInterval: z.number().optional(),
  reviewInterval: z.number().optional(),
  change: draftChange.nullish(),
  /** Declares a draft effective outside the system, with what is saved. */
  declare: z.boolean(),
  /** Submits the draft or the revision as soon as it is complete. */
  review: z.boolean().default(false),
  departments: z.array(sentUid()).optional(),
  /** An `Instant`. */
  effectiveAt: z.string().optional(),
  ...expectedVersionInput,
});
type Saved = z.output<typeof savedDocument> & { reason: string | null };
type Answer = Promise<Result<{ document: string }>>;

/**
 * Saves a whole document as a client sends it: a draft's details and files, a published version's departments and
 * scheduled date. A newer version, or departments and date of an approved one, are prepared for a later call. What this
 * cannot change is refused by field.
 */
export const saveDocument = personalCommand({
  name: 'document.save',
  input: savedDocument,
  permission: 'document.manage_own',
  reason: 'depends',
  async run(saved, context): Answer {
    const loaded = await loadDocument(context, saved.document);
    const { state } = loaded;
    if (state.kind !== 'document') return refuse('not_found');
    const outdated = changedSince(loaded, saved.expectedVersion, context);
    if (outdated) return outdated;
    return state.status === 'CREATED' ? saveDraft(saved, state, context) : saveIssued(saved, state, context);
  },
});

async function saveDraft(
  { declare, review, departments, effectiveAt, reason, ...saved }: Saved,
  state: Document,
  context: SignedInContext,
): Answer {
  const fixed = fixedFields(state, { departments, effectiveAt });
  if (fixed) return fixed;
  const { intendedApprovers } = state;
  const approvers = intendedApprovers.flatMap(({ uid, step }) => (step === undefined ? [uid] : []));
  const steps = intendedApprovers.flatMap(({ uid, step }) => (step === undefined ? [] : [placeToForm(uid, step)]));
  const values = editDraft.input.safeParse({
    ...saved,
    externallyEffective: saved.externallyEffective ?? state.saidExternallyEffective,
    approvers,
    steps,
    declarationReason: reason ?? state.saidReason,
    send: declare || (review && intendedApprovers.length > 0),
  });
  if (!values.success) return refuse('invalid_input', { fields: fieldMessages(values.error) });
  const done = await editDraft.run(values.data, context);
  if (done.ok && review && !values.data.send)
    await keepPrepared(context, state, (earlier) => ({ ...earlier, awaited: true }));
  return done;
}

async function saveIssued(saved: Saved, state: Document, context: SignedInContext): Answer {
  const { document, expectedVersion, departments, effectiveAt, reason } = saved;
  const { version } = state.current;
  const uploaded = bringsFile(saved, state.current, 'working') || bringsFile(saved, state.current, 'final');
  const draft = uploaded ? continued(saved, state, await preparedFor(context, state)) : saved;
  if (compareVersions(draft.version, version) !== 0 && isAllowedFrom('Revise', state.status))
    return fixedFields(state, { departments, effectiveAt }) ?? saveRevision({ ...saved, ...draft }, state, context);
  const isPublished = state.current.publication !== null;
  const fixed = fixedFields(state, {
    ...contentChanges(saved, state),
    ...(state.status === 'APPROVED' || isPublished ? {} : { departments }),
    ...(state.status === 'APPROVED' || state.status === 'PENDING' ? {} : { effectiveAt }),
  });
  if (fixed) return fixed;
  if (departments === undefined && effectiveAt === undefined) return ok({ document });
  if (!roleMay(context.viewer.role, 'document.change_departments')) return refuse('not_allowed');
  // The date of an approved document comes with the request that publishes it.
  if (state.status === 'APPROVED') return preparePublication(context, state, { departments, effectiveAt });
  return runWithReason(rescheduleDocument, { document, departments, effectiveAt, expectedVersion }, reason, context);
}

/** Prepares a newer version: it is submitted by a later request, or at once where it is awaited and complete. */
async function saveRevision(saved: Saved, state: Document, context: SignedInContext): Answer {
  const read = await readRevision(context, state, saved);
  if (!read.ok) return read;
  return prepareOrSend(
    context,
    state,
    ({ awaited, ...earlier }) => ({
      ...earlier,
      ...givenReason(saved.reason),
      revision: read.value,
      awaited: awaited || saved.review,
    }),
    saved.expectedVersion,
  );
}

/** What differs from the version as it stands. Absent fields count as unchanged. */
function contentChanges(saved: Saved, state: Document): Partial<Saved> {
  const { current } = state;
  const changes = {
    name: saved.name.trim() !== state.name,
    type: saved.type !== state.type,
    functionalArea: saved.functionalArea !== state.functionalArea,
    docNum: saved.docNum !== state.docNum,
    version: saved.version !== current.version,
    externallyEffective: (saved.externallyEffective ?? current.externallyEffective) !== current.externallyEffective,
    trainingInterval: (saved.trainingInterval ?? state.trainingInterval) !== state.trainingInterval,
    reviewInterval: (saved.reviewInterval ?? state.reviewInterval) !== state.reviewInterval,
    working: bringsFile(saved, current, 'working'),
    final: bringsFile(saved, current, 'final'),
    change: saved.change !== undefined,
  };
  return Object.fromEntries(Object.entries(saved).filter(([field]) => changes[field as keyof typeof changes]));
}

/** The refusal of fields that are to change and cannot in this status; null without one. */
function fixedFields({ status }: Document, asked: Partial<Saved>) {
  const fields = Object.entries(asked).filter(([, value]) => value !== undefined);
  if (fields.length === 0) return null;
  const detail = `It is ${status}. Its content changes by a revision.`;
  return refuse('invalid_input', {
    ...(status !== 'CREATED' && { detail }),
    fields: Object.fromEntries(fields.map(([field]) => [field, [texts.fixed]])),
  });
}
