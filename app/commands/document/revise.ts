import { z } from 'zod';
import { decide } from '#events/document/decide.ts';
import { ok, refuse } from '#events/failures.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { loadExpected } from '#app/commands/document/expected-version.ts';
import { chooseApprovers, trainingRateOf } from '#app/commands/document/facts.ts';
import { claimFiles, filesOf } from '#app/commands/document/files.ts';
import { loadDocument, principalOf } from '#app/commands/load.ts';
import { expectedVersionInput } from '#app/commands/expected-version.ts';
import { noTraining, trainingOfDocument } from '#app/commands/training/coverage.ts';
import { revisionForm } from '#app/forms/document.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { isNameInUse } from '#app/queries/document/name.ts';

/**
 * Sends a newer version to its approvers. What is in force stays in force; what was scheduled is withdrawn, and the training that is
 * open on it is cancelled in the same append. Both files are needed; the key of the current working file carries it over.
 */
export const reviseDocument = personalCommand({
  name: 'document.revise',
  input: revisionForm.and(z.object({ document: sentUid(), ...expectedVersionInput })),
  permission: 'document.manage_own',
  async run(values, context) {
    const { document, expectedVersion } = values;
    const { ports, org, now } = context;
    const { state: before } = await loadDocument(context, document);
    if (before.kind !== 'document') return refuse('not_found');
    const claimed = await claimFiles(context, document, values, filesOf(before));
    if (!claimed.ok) return claimed;
    const { working, final } = claimed.value;
    // The PDF of the version before is what was signed and read: a revision has one of its own.
    const carried = before.current.files.final;
    const newFinal = final && final.objectKey === carried?.objectKey && before.status !== 'CREATED' ? null : final;
    return commit(context, async () => {
      const loaded = await loadExpected(context, document, expectedVersion);
      if (!loaded.ok) return loaded;
      const { stream, version, state } = loaded.value;
      const chosen = await chooseApprovers(context, values.approvers);
      if (!chosen.ok) return chosen;
      const nameInUse = await ports.database.read(org, (db) => isNameInUse(db, values.name, document));
      const { trainingInterval, reviewInterval } = values;
      const decision = decide(
        {
          type: 'Revise',
          principal: principalOf(context),
          now,
          version: values.version,
          details: {
            name: values.name,
            ...(trainingInterval === undefined ? {} : { trainingInterval }),
            ...(reviewInterval === undefined ? {} : { reviewInterval }),
          },
          nameInUse,
          files: { working, final: newFinal },
          approvers: chosen.value.approvers,
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
          : noTraining;
      return ok({
        writes: [{ stream, version, events: decision.events }, ...training.writes],
        expect: [...chosen.value.expect, ...training.expect],
        answer: { document },
      });
    });
  },
});
