import { z } from 'zod';
import type { Document } from '#events/document/state.ts';
import { isAllowedFrom } from '#events/document/transitions.ts';
import { compareVersions } from '#events/document/version.ts';
import { fieldMessages, ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { personalCommand, type SignedInContext } from '#app/commands/command.ts';
import { editDraft } from '#app/commands/document/edit-draft.ts';
import { bringsFile, continued, keepPrepared, preparedFor, readRevision } from '#app/commands/document/prepared.ts';
import { prepareDepartments } from '#app/commands/document/publish-prepared.ts';
import { rescheduleDocument } from '#app/commands/document/reschedule.ts';
import { loadDocument } from '#app/commands/load.ts';
import { changedSince, expectedVersionInput } from '#app/commands/expected-version.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

const savedDocument = z.object({
  document: sentUid(),
  name: z.string(),
  type: z.string(),
  functionalArea: z.string(),
  docNum: z.string(),
  version: z.string(),
  externallyEffective: z.boolean(),
  /** Object keys; empty if none. */
  working: z.string(),
  final: z.string(),
  trainingInterval: z.number().optional(),
  reviewInterval: z.number().optional(),
  /** Declares a draft effective outside the system, with what is saved. */
  declare: z.boolean(),
  departments: z.array(sentUid()).optional(),
  /** ISO 8601 in UTC. */
  effectiveAt: z.string().optional(),
  ...expectedVersionInput,
});
type Saved = z.output<typeof savedDocument>;
type Answer = Promise<Result<{ document: string }>>;

/**
 * Saves a whole document as a client sends it: a draft's details and files, a published version's departments and
 * scheduled date. A newer version, or departments of an approved one, are prepared for a later call.
 */
export const saveDocument = personalCommand({
  name: 'document.save',
  input: savedDocument,
  permission: 'document.manage_own',
  async run(saved, context): Answer {
    const loaded = await loadDocument(context, saved.document);
    const { state } = loaded;
    if (state.kind !== 'document') return refuse('not_found');
    const outdated = changedSince(loaded, saved.expectedVersion, context);
    if (outdated) return outdated;
    return state.status === 'CREATED' ? saveDraft(saved, state, context) : saveIssued(saved, state, context);
  },
});

async function saveDraft({ declare, ...saved }: Saved, state: Document, context: SignedInContext): Answer {
  const values = editDraft.input.safeParse({
    ...saved,
    approvers: state.intendedApprovers.map(({ uid }) => uid),
    declarationReason: state.saidReason,
    send: declare,
  });
  if (!values.success) return refuse('invalid_input', { fields: fieldMessages(values.error) });
  return editDraft.run(values.data, context);
}

async function saveIssued(saved: Saved, state: Document, context: SignedInContext): Answer {
  const { document, expectedVersion } = saved;
  const { publication, version } = state.current;
  const uploaded = bringsFile(saved, state.current, 'working') || bringsFile(saved, state.current, 'final');
  const draft = uploaded ? continued(saved, state, await preparedFor(context, state)) : saved;
  if (compareVersions(draft.version, version) !== 0 && isAllowedFrom('Revise', state.status))
    return saveRevision({ ...saved, ...draft }, state, context);
  if (!isUnchanged(saved, state))
    return refuse('document_not_in_status', { detail: `It is ${state.status}. Its content changes by a revision.` });
  const departments = (publication?.departments ?? []).map(({ uid }) => uid);
  const chosen = saved.departments ?? departments;
  const moved = saved.effectiveAt !== undefined && !isSameMoment(saved.effectiveAt, publication?.effectiveAt);
  if (!moved && chosen.toSorted().join() === departments.toSorted().join()) return ok({ document });
  if (!roleMay(context.viewer.role, 'document.change_departments')) return refuse('not_allowed');
  // The date of an approved document comes with the request that publishes it.
  if (state.status === 'APPROVED') return prepareDepartments(context, state, chosen);
  const effectiveAt = moved ? saved.effectiveAt : undefined;
  return rescheduleDocument.run({ document, departments: chosen, effectiveAt, expectedVersion }, context);
}

/** Prepares a newer version for the request that submits it; the document does not show it until then. */
async function saveRevision(saved: Saved, state: Document, context: SignedInContext): Answer {
  const read = await readRevision(context, state, saved);
  if (!read.ok) return read;
  await keepPrepared(context, state, (earlier) => ({ ...earlier, revision: read.value }));
  return ok({ document: saved.document });
}

/** Whether everything except departments and date is unchanged. Absent fields count as unchanged. */
function isUnchanged(saved: Saved, state: Document): boolean {
  const { current } = state;
  return (
    saved.name.trim() === state.name &&
    saved.type === state.type &&
    saved.functionalArea === state.functionalArea &&
    saved.docNum === state.docNum &&
    saved.version === current.version &&
    (saved.trainingInterval ?? state.trainingInterval) === state.trainingInterval &&
    (saved.reviewInterval ?? state.reviewInterval) === state.reviewInterval &&
    !bringsFile(saved, current, 'working') &&
    !bringsFile(saved, current, 'final')
  );
}

const isSameMoment = (one: string, other: string | undefined): boolean =>
  other !== undefined && Date.parse(one) === Date.parse(other);
