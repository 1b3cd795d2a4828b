import { z } from 'zod';
import { draftChange } from '#events/document/change.ts';
import * as rules from '#events/document/decide/edit-draft.ts';
import { refuse } from '#events/failures.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { claimFiles, filesOf } from '#app/documents/commands/files.ts';
import { decideDraft } from '#app/documents/commands/decide-draft.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { draftForm } from '#app/documents/forms/document.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/**
 * Saves a draft in one append: details, files, and with `send` its review or its declaration as effective. Without
 * changes nothing is recorded.
 */
export const editDraft = personalCommand({
  name: 'document.edit_draft',
  input: draftForm.and(z.object({ document: sentUid(), change: draftChange.nullish(), ...expectedVersionInput })),
  permission: 'document.manage_own',
  async run(values, context) {
    const { document, expectedVersion } = values;
    const { state: before } = await loadDocument(context, document);
    if (before.kind !== 'document') return refuse('not_found');
    const files = await claimFiles(context, document, values, filesOf(before));
    if (!files.ok) return files;
    return changeDocument(context, { document, expectedVersion }, (state, asked) =>
      decideDraft(
        context,
        asked,
        { document, state, values, intervals: state, files: files.value },
        (saved) => (draft) => rules.editDraft({ ...asked, ...saved }, draft),
      ),
    );
  },
});
