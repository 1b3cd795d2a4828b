import { z } from 'zod';
import * as rules from '#events/document/decide/retire.ts';
import { reviewDueAt } from '#events/document/periodic-review.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { reviewForm } from '#app/documents/forms/document-decision.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Records a periodic review of the version in force. Answers when the next one is due. */
export const recordReview = personalCommand({
  name: 'document.record_review',
  input: reviewForm.and(z.object({ document: sentUid(), ...expectedVersionInput })),
  permission: 'document.manage_own',
  run: ({ document, outcome, comment, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, (state, asked) => ({
      decision: rules.recordReview({ ...asked, outcome, comment: comment || null }, state),
      answer: { document, outcome, nextDueAt: reviewDueAt(context.now, null, state.reviewInterval) },
    })),
});
