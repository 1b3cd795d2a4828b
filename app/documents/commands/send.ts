import { z } from 'zod';
import { kindForRoute } from '#events/document/change.ts';
import * as rules from '#events/document/decide/send-for-review.ts';
import { nameRequests } from '#app/documents/commands/change-requests/name.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { chooseAlongRoute } from '#app/documents/commands/along-route.ts';
import { placesInput } from '#app/documents/commands/approvers.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { readQualityUnit } from '#app/kit/people/quality-unit.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Submits a draft that has both its files: an open approval and an email for each approver. */
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
      const { approvers, route, routeFacts, expect } = chosen.value;
      const changeRequired = context.viewer.settings.revisionReasons ?? false;
      const qualityUnit = await readQualityUnit(context);
      return {
        decision: rules.sendForReview({ ...asked, qualityUnit, approvers, route, routeFacts, changeRequired }, state),
        parts: [{ expect }, named.value],
        answer: { document },
      };
    }),
});
