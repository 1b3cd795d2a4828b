import { z } from 'zod';
import { decide } from '#events/document/decide.ts';
import { ok } from '#events/failures.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { loadExpected } from '#app/commands/document/expected-version.ts';
import { chooseApprovers } from '#app/commands/document/facts.ts';
import { principalOf } from '#app/commands/load.ts';
import { expectedVersionInput } from '#app/commands/expected-version.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

/** Sends a draft that has both its files to its approvers: an open approval and an e-mail each. */
export const sendForReview = personalCommand({
  name: 'document.send_for_review',
  input: z.object({ document: sentUid(), approvers: z.array(sentUid()), ...expectedVersionInput }),
  permission: 'document.manage_own',
  run: ({ document, approvers: users, expectedVersion }, context) =>
    commit(context, async () => {
      const loaded = await loadExpected(context, document, expectedVersion);
      if (!loaded.ok) return loaded;
      const { stream, version, state } = loaded.value;
      const chosen = await chooseApprovers(context, users);
      if (!chosen.ok) return chosen;
      const { approvers, expect } = chosen.value;
      const asked = { principal: principalOf(context), now: context.now };
      const decision = decide({ type: 'SendForReview', ...asked, approvers }, state);
      if (!decision.ok) return decision;
      return ok({ writes: [{ stream, version, events: decision.events }], expect, answer: { document } });
    }),
});
