import { z } from 'zod';
import { decide } from '#events/document/decide.ts';
import { reviewDueAt } from '#events/document/periodic-review.ts';
import { ok, refuse } from '#events/failures.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { loadDocument, principalOf } from '#app/commands/load.ts';
import { changedSince, seen } from '#app/commands/seen.ts';
import { reviewForm } from '#app/forms/document-decision.ts';

/** Records the outcome of the periodic review of the version in force. Answers when the next one is due, ISO 8601 in UTC. */
export const recordReview = personalCommand({
  name: 'document.record_review',
  input: reviewForm.and(z.object({ document: z.uuid(), ...seen })),
  permission: 'document.manage_own',
  run: ({ document, outcome, comment, seenVersion }, context) =>
    commit(context, async () => {
      const loaded = await loadDocument(context, document);
      const changed = changedSince(loaded, seenVersion, context);
      if (changed) return changed;
      const { stream, version, state } = loaded;
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
