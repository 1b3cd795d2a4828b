import { z } from 'zod';
import { draftChange } from '#events/document/change.ts';
import { documentDecider } from '#events/document/decide.ts';
import { limits } from '#events/limits.ts';
import { streams } from '#events/streams.ts';
import { change } from '#app/commands/change.ts';
import { personalCommand } from '#app/commands/command.ts';
import { decideDraft } from '#app/commands/document/decide-draft.ts';
import { claimFiles } from '#app/commands/document/files.ts';
import { draftForm } from '#app/forms/document.ts';
import { newUid } from '#app/forms/sent-uid.ts';

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
    return change(context, { stream: streams.document(document), decider: documentDecider }, (state, asked) =>
      decideDraft(context, asked, { document, state, values, intervals: limits, files: files.value }, (saved) => ({
        type: 'CreateDocument',
        ...asked,
        document,
        ...saved,
      })),
    );
  },
});
