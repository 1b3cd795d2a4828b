import { z } from 'zod';
import { discard, retire } from '#events/document/decide/retire.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { trainingOfDocument } from '#app/organisation/commands/coverage.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { trainingRateOf } from '#app/documents/commands/facts.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Takes a document out of use, for a reason. Its open approvals and open training end. */
export const retireDocument = personalCommand({
  name: 'document.retire',
  input: z.object({ document: sentUid(), ...expectedVersionInput }),
  permission: 'document.retire',
  refusedAs: 'retire_requires_admin',
  reason: 'required',
  run: ({ document, reason, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, async (state, asked) => {
      const trainingRate = await trainingRateOf(context, document);
      const decision = retire({ ...asked, reason, trainingRate }, state);
      if (!decision.ok) return decision;
      const training = await trainingOfDocument(context, {
        document: { uid: document, name: state.name },
        version: null,
        assign: null,
        cancel: 'retired',
      });
      return { decision, parts: [training], answer: { document, name: state.name } };
    }),
});

/** Deletes a draft that was never submitted from all lists; its name and doc ID are free again. */
export const discardDocument = personalCommand({
  name: 'document.discard',
  input: z.object({ document: sentUid(), ...expectedVersionInput }),
  permission: 'document.manage_own',
  run: ({ document, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, (state, asked) => ({
      decision: discard({ ...asked }, state),
      answer: { document, name: state.name },
    })),
});
