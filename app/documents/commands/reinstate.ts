import { z } from 'zod';
import { reinstate } from '#events/document/decide/reinstate.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { isNameInUse } from '#app/documents/queries/name.ts';

/** A retired document becomes the draft of a newer version. Number, title and history are its own. */
export const reinstateDocument = personalCommand({
  name: 'document.reinstate',
  input: z.object({ document: sentUid(), ...expectedVersionInput }),
  permission: 'document.reinstate',
  reason: 'offered',
  run: ({ document, reason, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, async (state, asked) => ({
      decision: reinstate(
        {
          ...asked,
          nameInUse: await context.ports.database.read(context.org, (db) => isNameInUse(db, state.name, document)),
          reason,
        },
        state,
      ),
      answer: { document, name: state.name },
    })),
});
