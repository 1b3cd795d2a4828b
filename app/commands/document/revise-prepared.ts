import { z } from 'zod';
import { refuse, type Result } from '#events/failures.ts';
import { personalCommand } from '#app/commands/command.ts';
import {
  hasOwnPdf,
  keepPrepared,
  notRevising,
  preparedFor,
  readRevision,
  sendPrepared,
} from '#app/commands/document/prepared.ts';
import { loadDocument } from '#app/commands/load.ts';
import { changedSince, seen } from '#app/commands/seen.ts';

const revision = z.object({
  name: z.string(),
  type: z.string(),
  functionalArea: z.string(),
  docNum: z.string(),
  version: z.string(),
  /** Object keys; empty where there is none. */
  working: z.string(),
  final: z.string(),
  trainingInterval: z.number().optional(),
  reviewInterval: z.number().optional(),
});

/**
 * Revises a document with what the person's calls have prepared: saved, uploaded, approvers named. A client may as well begin with it:
 * where nothing was saved before and `revision` has no PDF yet, it goes off with the approvers that are named later.
 */
export const revisePrepared = personalCommand({
  name: 'document.revise_prepared',
  input: z.object({ document: z.uuid(), revision: revision.optional(), ...seen }),
  permission: 'document.manage_own',
  async run({ document, revision: draft, seenVersion }, context): Promise<Result<{ document: string }>> {
    const loaded = await loadDocument(context, document);
    const { state } = loaded;
    if (state.kind !== 'document') return refuse('not_found');
    const refusal = notRevising(context, state) ?? changedSince(loaded, seenVersion, context);
    if (refusal) return refusal;
    const before = await preparedFor(context, state);
    if (!draft) return sendPrepared(context, state, before, seenVersion);
    const read = await readRevision(context, state, draft);
    if (!read.ok) return read;
    const begins = !before.revision && !hasOwnPdf(read.value, state);
    const prepared = await keepPrepared(context, state, (earlier) => ({
      ...earlier,
      revision: read.value,
      awaited: begins,
    }));
    return begins ? { ok: true, value: { document } } : sendPrepared(context, state, prepared, seenVersion);
  },
});
