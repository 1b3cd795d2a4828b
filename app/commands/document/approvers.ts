import { z } from 'zod';
import { decide } from '#events/document/decide.ts';
import { ok, refuse } from '#events/failures.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { chooseApprovers } from '#app/commands/document/facts.ts';
import { loadDocument, principalOf } from '#app/commands/load.ts';
import { changedSince, seen } from '#app/commands/seen.ts';
import { replaceApproverForm } from '#app/forms/document-decision.ts';

/** One more approver while the version is in review. */
export const addApprover = personalCommand({
  name: 'document.add_approver',
  input: z.object({ document: z.uuid(), user: z.uuid(), ...seen }),
  permission: 'document.manage_own',
  run: ({ document, user, seenVersion }, context) =>
    commit(context, async () => {
      const loaded = await loadDocument(context, document);
      const changed = changedSince(loaded, seenVersion, context);
      if (changed) return changed;
      const { stream, version, state } = loaded;
      const chosen = await chooseApprovers(context, [user]);
      if (!chosen.ok) return chosen;
      const [approver] = chosen.value.approvers;
      if (!approver) return refuse('approver_not_eligible');
      const asked = { principal: principalOf(context), now: context.now };
      const decision = decide({ type: 'AddApprover', ...asked, approver }, state);
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        expect: chosen.value.expect,
        answer: { document, approval: approver.approval },
      });
    }),
});

/** Takes back an open approval. The last approver stays; a signature that was given is never taken away. */
export const removeApprover = personalCommand({
  name: 'document.remove_approver',
  input: z.object({ document: z.uuid(), approval: z.uuid(), reason: z.string().default(''), ...seen }),
  permission: 'document.manage_own',
  run: ({ document, approval, reason, seenVersion }, context) =>
    commit(context, async () => {
      const loaded = await loadDocument(context, document);
      const changed = changedSince(loaded, seenVersion, context);
      if (changed) return changed;
      const { stream, version, state } = loaded;
      const asked = { principal: principalOf(context), now: context.now };
      const decision = decide({ type: 'RemoveApprover', ...asked, approval, reason: reason || null }, state);
      if (!decision.ok) return decision;
      return ok({ writes: [{ stream, version, events: decision.events }], answer: { document } });
    }),
});

/** Asks somebody else in the place of an approver who is away or deactivated. The new one gets the e-mail; what is signed stays. */
export const replaceApprover = personalCommand({
  name: 'document.replace_approver',
  input: replaceApproverForm.and(z.object({ document: z.uuid(), approval: z.uuid(), ...seen })),
  permission: 'document.manage_any',
  run: ({ document, approval, user, reason, seenVersion }, context) =>
    commit(context, async () => {
      const loaded = await loadDocument(context, document);
      const changed = changedSince(loaded, seenVersion, context);
      if (changed) return changed;
      const { stream, version, state } = loaded;
      const chosen = await chooseApprovers(context, [user]);
      if (!chosen.ok) return chosen;
      const [approver] = chosen.value.approvers;
      if (!approver) return refuse('approver_not_eligible');
      const asked = { principal: principalOf(context), now: context.now };
      const decision = decide({ type: 'ReplaceApprover', ...asked, approval, approver, reason }, state);
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        expect: chosen.value.expect,
        answer: { document, approval: approver.approval, name: approver.name },
      });
    }),
});
