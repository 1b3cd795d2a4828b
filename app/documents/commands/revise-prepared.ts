import { z } from 'zod';
import { draftChange } from '#events/document/change.ts';
import type { Document } from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import {
  continued,
  givenReason,
  hasOwnPdf,
  keepPrepared,
  notRevising,
  preparedFor,
  readRevision,
  sendPrepared,
  type RevisionDraft,
} from '#app/documents/commands/prepared.ts';
import { claimFiles, filesOf } from '#app/documents/commands/files.ts';
import { loadDocument, type LoadedStream } from '#app/kit/command/load.ts';
import { changedSince, expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

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
    const prepared = await keepPrepared(context, state, (earlier) => ({
      ...earlier,
      ...givenReason(reason),
      revision: read.value,
      awaited: begins,
    }));
    return begins ? ok({ document }) : sendPrepared(context, state, prepared, expectedVersion);
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
