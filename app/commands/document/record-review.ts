import { z } from 'zod';
import { decide } from '#events/document/decide.ts';
import { reviewDueAt } from '#events/document/periodic-review.ts';
import { ok } from '#events/failures.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { principalOf } from '#app/commands/load.ts';
import { expectedVersionInput } from '#app/commands/expected-version.ts';
import { reviewForm } from '#app/forms/document-decision.ts';
import { loadExpected } from '#app/commands/document/expected-version.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

/** Records the outcome of the periodic review of the version in force. Answers when the next one is due, ISO 8601 in UTC. */
export const recordReview = personalCommand({
  name: 'document.record_review',
  input: reviewForm.and(z.object({ document: sentUid(), ...expectedVersionInput })),
  permission: 'document.manage_own',
  run: ({ document, outcome, comment, expectedVersion }, context) =>
    commit(context, async () => {
      const loaded = await loadExpected(context, document, expectedVersion);
      if (!loaded.ok) return loaded;
      const { stream, version, state } = loaded.value;
      const asked = { principal: principalOf(context), now: context.now };
      const decision = decide({ type: 'RecordReview', ...asked, outcome, comment: comment || null }, state);
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        answer: { document, outcome, nextDueAt: reviewDueAt(context.now, null, state.reviewInterval) },
      });
    }),
});
