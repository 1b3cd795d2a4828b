import { z } from 'zod';
import { kindForRoute } from '#events/document/change.ts';
import { decide } from '#events/document/decide.ts';
import { nameRequests } from '#app/commands/change-request/name.ts';
import { personalCommand } from '#app/commands/command.ts';
import { changeDocument } from '#app/commands/document/change-document.ts';
import { chooseAlongRoute } from '#app/commands/document/along-route.ts';
import { placesInput } from '#app/commands/document/approvers.ts';
import { expectedVersionInput } from '#app/commands/expected-version.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

/** Submits a draft that has both its files: an open approval and an e-mail for each approver. */
export const sendForReview = personalCommand({
  name: 'document.send_for_review',
  input: z.object({ document: sentUid(), approvers: z.array(sentUid()), places: placesInput, ...expectedVersionInput }),
  permission: 'document.manage_own',
  run: ({ document, approvers: users, places, expectedVersion }, context) =>
    changeDocument(context, { document, expectedVersion }, async (state, asked) => {
      const kind = kindForRoute(state.saidChange?.kind ?? null, state.earlier[0]?.version ?? null);
      const chosen = await chooseAlongRoute(context, state, { ...state, kind }, { users, places });
      if (!chosen.ok) return chosen;
      const named = await nameRequests(context, document, state.saidChange);
      if (!named.ok) return named;
      const { approvers, route, expect } = chosen.value;
      const changeRequired = context.viewer.settings.revisionReasons ?? false;
      return {
        decision: decide({ type: 'SendForReview', ...asked, approvers, route, changeRequired }, state),
        parts: [{ expect }, named.value],
        answer: { document },
      };
    }),
});
