import { z } from 'zod';
import * as rules from '#events/document/decide/transfer-ownership.ts';
import { refuse } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { choosePeople } from '#app/documents/commands/facts.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Another active author or admin owns the document: its drafts, rejections and reviews follow. Both get an email. */
export const transferOwnership = personalCommand({
  name: 'document.transfer_ownership',
  input: z.object({
    document: sentUid(),
    owner: sentUid(texts.required),
    ...expectedVersionInput,
  }),
  permission: 'document.manage_own',
  reason: 'offered',
  run: ({ document, owner: user, reason, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, async (state, asked) => {
      const { people, expect } = await choosePeople(context, [user]);
      const [owner] = people;
      if (!owner) return refuse('owner_not_eligible');
      return {
        decision: rules.transferOwnership({ ...asked, owner, reason }, state),
        parts: [{ expect }],
        answer: { document, name: state.name, owner: owner.name },
      };
    }),
});
