import { z } from 'zod';
import { decideInTurn } from '#events/decider.ts';
import { documentDecider } from '#events/document/decide.ts';
import { ok } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { chooseApprovers, draftFacts, meantBy } from '#app/commands/document/facts.ts';
import { claimFiles } from '#app/commands/document/files.ts';
import { submitForReview } from '#app/commands/document/submit-for-review.ts';
import { loadDocument, principalOf } from '#app/commands/load.ts';
import { draftForm } from '#app/forms/document.ts';
import { newUid } from '#app/forms/sent-uid.ts';

/**
 * Creates a document: the draft, its files and where it goes next (its approvers, or already effective outside) as one append, so that
 * nothing of it can be half done. With `send` false it stays a draft. `document` is the new uid where a form has one: a form that was
 * refused comes back with its uploads bound to it.
 */
export const createDocument = personalCommand({
  name: 'document.create',
  input: draftForm.and(z.object({ document: newUid.optional() })),
  permission: 'document.create',
  async run({ document: given, ...values }, context) {
    const document = given ?? context.ports.newId();
    const { trainingInterval = limits.trainingInterval, reviewInterval = limits.reviewInterval } = values;
    const details = { ...values, trainingInterval, reviewInterval };
    const asked = { principal: principalOf(context), now: context.now };
    const files = await claimFiles(context, document, values);
    if (!files.ok) return files;
    return commit(context, async () => {
      const { stream, version, state } = await loadDocument(context, document);
      const facts = await draftFacts(context, document, values);
      const chosen = await chooseApprovers(context, values.send && values.externallyEffective ? [] : values.approvers);
      if (!chosen.ok) return chosen;
      const { approvers, expect } = chosen.value;
      const decision = decideInTurn(
        documentDecider,
        [
          { type: 'CreateDocument', ...asked, document, details, facts, ...meantBy(values, approvers) },
          ...submitForReview({ ...asked, ...values, files: files.value, approvers }),
        ],
        state,
      );
      if (!decision.ok) return decision;
      return ok({ writes: [{ stream, version, events: decision.events }], expect, answer: { document } });
    });
  },
});
