import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import { requestEvolution } from '#events/request/request.ts';
import * as rules from '#events/request/request.ts';
import { streams } from '#events/streams.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import { requestDecisionForm } from '#app/documents/forms/change-request.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** Accepts or declines a change request of a document of one's own; admins decide any. */
export const decideRequest = personalCommand({
  name: 'change_request.decide',
  input: requestDecisionForm.and(z.object({ request: sentUid(), ...expectedVersionInput })),
  permission: 'document.manage_own',
  run: ({ request, decision: decided, reason, expectedVersion }, context) =>
    change(
      context,
      { stream: streams.request(request), evolution: requestEvolution, expectedVersion },
      async (state, { principal }) => {
        if (!state) return refuse('not_found');
        const { stream, version, state: document } = await loadDocument(context, state.document);
        if (document.kind !== 'document') return refuse('not_found');
        const decision = rules.decideRequest(
          { principal, document, accept: decided === 'accept', reason: reason || null },
          state,
        );
        return { decision, parts: [{ expect: [{ stream, version }] }], answer: { request, document: document.uid } };
      },
    ),
});
