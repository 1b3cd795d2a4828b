import { z } from 'zod';
import * as rules from '#events/document/decide/attach-file.ts';
import { fileKind } from '#events/document/events.ts';
import { refuse } from '#events/failures.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { claimFiles, filesOf } from '#app/documents/commands/files.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Attaches one uploaded file, by its object key, to a draft or to the revision after a rejection. */
export const attachFile = personalCommand({
  name: 'document.attach_file',
  input: z.object({ document: sentUid(), kind: fileKind, objectKey: z.string().min(1), ...expectedVersionInput }),
  permission: 'document.manage_own',
  async run({ document, kind, objectKey, expectedVersion }, context) {
    const { state: before } = await loadDocument(context, document);
    if (before.kind !== 'document') return refuse('not_found');
    const keys = { working: '', final: '', [kind]: objectKey };
    const claimed = await claimFiles(context, document, keys, filesOf(before));
    if (!claimed.ok) return claimed;
    const file = claimed.value[kind];
    if (!file) return refuse('file_missing');
    return changeDocument(context, { document, expectedVersion }, (state, asked) => ({
      decision: rules.attachFile({ ...asked, kind, file }, state),
      answer: { document, file },
    }));
  },
});
