import { z } from 'zod';
import { notManaging, outOfSequence } from '#events/document/decide/guards.ts';
import { fileKind } from '#events/document/events.ts';
import { isAllowedFrom } from '#events/document/transitions.ts';
import { refuse, type Result } from '#events/failures.ts';
import { personalCommand } from '#app/commands/command.ts';
import { uploadLimit } from '#app/commands/document/files.ts';
import { loadDocument, principalOf } from '#app/commands/load.ts';

/**
 * Allots a place for one file of a document, and an address that takes its bytes with one PUT within 15 minutes. Nothing of it belongs to
 * the document before it is saved with the object's key.
 */
export const beginUpload = personalCommand({
  name: 'document.begin_upload',
  input: z.object({ document: z.uuid(), kind: fileKind, filename: z.string().min(1).max(1000) }),
  permission: 'document.manage_own',
  async run({ document, kind, filename }, context): Promise<Result<{ objectKey: string; presigned: string }>> {
    const { ports, org, viewer } = context;
    const { state } = await loadDocument(context, document);
    if (state.kind !== 'document') return refuse('not_found');
    const refusal =
      notManaging(state, principalOf(context)) ??
      (isAllowedFrom('Revise', state.status) ? null : outOfSequence('AttachFile', state));
    if (refusal) return refusal;
    return ports.uploads.begin({ org, document, owner: viewer.uid, kind, filename, maxBytes: uploadLimit(context) });
  },
});
