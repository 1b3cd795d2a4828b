import { z } from 'zod';
import { decideInTurn } from '#events/decider.ts';
import { documentDecider } from '#events/document/decide.ts';
import { ok, refuse } from '#events/failures.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { loadExpected } from '#app/commands/document/expected-version.ts';
import { chooseApprovers, draftFacts, meantBy } from '#app/commands/document/facts.ts';
import { claimFiles, filesOf } from '#app/commands/document/files.ts';
import { submitForReview } from '#app/commands/document/submit-for-review.ts';
import { loadDocument, principalOf } from '#app/commands/load.ts';
import { expectedVersionInput } from '#app/commands/expected-version.ts';
import { draftForm } from '#app/forms/document.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

/**
 * Saves a draft: its details and files, and with `send` where it goes next (its approvers, or already effective outside), as one
 * append. Nothing changed, nothing recorded.
 */
export const editDraft = personalCommand({
  name: 'document.edit_draft',
  input: draftForm.and(z.object({ document: sentUid(), ...expectedVersionInput })),
  permission: 'document.manage_own',
  async run(values, context) {
    const { document, expectedVersion } = values;
    const asked = { principal: principalOf(context), now: context.now };
    const { state: before } = await loadDocument(context, document);
    if (before.kind !== 'document') return refuse('not_found');
    const files = await claimFiles(context, document, values, filesOf(before));
    if (!files.ok) return files;
    return commit(context, async () => {
      const loaded = await loadExpected(context, document, expectedVersion);
      if (!loaded.ok) return loaded;
      const { stream, version, state } = loaded.value;
      const { trainingInterval = state.trainingInterval, reviewInterval = state.reviewInterval } = values;
      const details = { ...values, trainingInterval, reviewInterval };
      const facts = await draftFacts(context, document, values);
      const chosen = await chooseApprovers(context, values.send && values.externallyEffective ? [] : values.approvers);
      if (!chosen.ok) return chosen;
      const { approvers, expect } = chosen.value;
      const decision = decideInTurn(
        documentDecider,
        [
          { type: 'EditDraft', ...asked, details, facts, ...meantBy(values, approvers) },
          ...submitForReview({ ...asked, ...values, files: files.value, approvers }),
        ],
        state,
      );
      if (!decision.ok) return decision;
      return ok({ writes: [{ stream, version, events: decision.events }], expect, answer: { document } });
    });
  },
});
