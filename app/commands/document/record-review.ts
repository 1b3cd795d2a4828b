import { z } from 'zod';
import { decide } from '#events/document/decide.ts';
import { reviewDueAt } from '#events/document/periodic-review.ts';
import { ok, refuse } from '#events/failures.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { loadDocument, principalOf } from '#app/commands/load.ts';
import { reviewForm } from '#app/forms/document-decision.ts';

/** Records the outcome of the periodic review of the version in force. Answers when the next one is due, ISO 8601 in UTC. */
export const recordReview = personalCommand({
  name: 'document.record_review',
  input: reviewForm.and(z.object({ document: z.uuid() })),
  permission: 'document.manage_own',
  run: ({ document, outcome, comment }, context) =>
    commit(context, async () => {
      const { stream, version, state } = await loadDocument(context, document);
      if (state.kind !== 'document') return refuse('not_found');
      const asked = { principal: principalOf(context), now: context.now };
      const decision = decide({ type: 'RecordReview', ...asked, outcome, comment: comment || null }, state);
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        answer: { document, outcome, nextDueAt: reviewDueAt(context.now, null, state.reviewInterval) },
      });
    }),
});
