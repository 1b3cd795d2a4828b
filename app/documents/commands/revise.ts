import { z } from 'zod';
import { draftChange, kindForRoute } from '#events/document/change.ts';
import { revise } from '#events/document/decide/revise.ts';
import { refuse } from '#events/failures.ts';
import { nameRequests } from '#app/documents/commands/change-requests/name.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeDocument } from '#app/documents/commands/change-document.ts';
import { chooseAlongRoute } from '#app/documents/commands/along-route.ts';
import { trainingRateOf } from '#app/documents/commands/facts.ts';
import { claimFiles, filesOf } from '#app/documents/commands/files.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { readQualityUnit } from '#app/kit/people/quality-unit.ts';
import { trainingOfDocument } from '#app/organisation/commands/coverage.ts';
import { revisionForm } from '#app/documents/forms/document.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { isNameInUse } from '#app/documents/queries/name.ts';

/**
 * Submits a newer version to its approvers. The version in force stays; a scheduled one is withdrawn and its open
 * training cancelled in the same append. Both files are required; the working file's key may stay.
 */
export const reviseDocument = personalCommand({
  name: 'document.revise',
  input: revisionForm.and(z.object({ document: sentUid(), change: draftChange.nullish(), ...expectedVersionInput })),
  permission: 'document.manage_own',
  reason: 'offered',
  async run(values, context) {
    const { document, expectedVersion, trainingInterval, reviewInterval } = values;
    const { ports, org } = context;
    const { state: before } = await loadDocument(context, document);
    if (before.kind !== 'document') return refuse('not_found');
    const claimed = await claimFiles(context, document, values, filesOf(before));
    if (!claimed.ok) return claimed;
    const { working, final } = claimed.value;
    // People signed and read the previous version's PDF, so a revision has a new one.
    const carried = before.current.files.final;
    const newFinal = final && final.objectKey === carried?.objectKey && before.status !== 'CREATED' ? null : final;
    return changeDocument(context, { document, expectedVersion }, async (state, asked) => {
      const { approvers: users, steps, routed } = values;
      const kind = kindForRoute(values.change?.kind ?? null, state.current.version);
      const chosen = await chooseAlongRoute(context, state, { ...state, kind }, { users, places: steps, routed });
      if (!chosen.ok) return chosen;
      const { approvers, route, routeFacts, expect } = chosen.value;
      const named = await nameRequests(context, document, values.change);
      if (!named.ok) return named;
      const decision = revise(
        {
          ...asked,
          version: values.version,
          details: {
            name: values.name,
            ...(trainingInterval === undefined ? {} : { trainingInterval }),
            ...(reviewInterval === undefined ? {} : { reviewInterval }),
          },
          nameInUse: await ports.database.read(org, (db) => isNameInUse(db, values.name, document)),
          files: { working, final: newFinal },
          approvers,
          route,
          routeFacts,
          reason: values.reason,
          change: values.change ?? null,
          qualityUnit: await readQualityUnit(context),
          changeRequired: context.viewer.settings.revisionReasons ?? false,
          trainingRate: await trainingRateOf(context, document),
        },
        state,
      );
      if (!decision.ok) return decision;
      const training =
        state.status === 'PENDING'
          ? await trainingOfDocument(context, {
              document: { uid: document, name: state.name },
              version: null,
              keep: state.effectiveVersion === null ? [] : [state.effectiveVersion],
              assign: null,
              cancel: 'withdrawn',
            })
          : {};
      return { decision, parts: [{ expect }, named.value, training], answer: { document } };
    });
  },
});
