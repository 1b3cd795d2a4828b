import { z } from 'zod';
import * as rules from '#events/document/decide/separation.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Records an exception from the separation of duties for one version, which a report lists. */
export const waiveSeparation = personalCommand({
  name: 'document.waive_separation',
  input: z.object({ document: sentUid(), ...expectedVersionInput }),
  permission: 'document.waive_separation',
  reason: 'required',
  run: ({ document, reason, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, (state, asked) => ({
      decision: rules.waiveSeparation({ ...asked, reason }, state),
      answer: { document, name: state.name },
    })),
});
