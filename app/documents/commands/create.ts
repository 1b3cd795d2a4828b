import { z } from 'zod';
import { draftChange } from '#events/document/change.ts';
import { create } from '#events/document/decide/create.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import { limits } from '#events/limits.ts';
import { streams } from '#events/streams.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { decideDraft } from '#app/documents/commands/decide-draft.ts';
import { claimFiles } from '#app/documents/commands/files.ts';
import { draftForm } from '#app/documents/forms/document.ts';
import { newUid } from '#app/kit/forms/sent-uid.ts';

/**
 * Creates a document in one append: the draft, its files, and with `send` its review or its declaration as effective.
 * `document` is the uid that the form reserved, to which its uploads are bound.
 */
export const createDocument = personalCommand({
  name: 'document.create',
  input: draftForm.and(z.object({ document: newUid.optional(), change: draftChange.nullish() })),
  permission: 'document.create',
  async run({ document: given, ...values }, context) {
    const document = given ?? context.ports.newId();
    const files = await claimFiles(context, document, values);
    if (!files.ok) return files;
    return change(context, { stream: streams.document(document), evolution: documentEvolution }, (state, asked) =>
      decideDraft(
        context,
        asked,
        { document, state, values, intervals: limits, files: files.value },
        (saved) => (draft) => create({ ...asked, document, ...saved }, draft),
      ),
    );
  },
});
