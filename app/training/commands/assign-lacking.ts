import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { lackingRefusal } from '#events/training/lacking.ts';
import { commit, personalCommand } from '#app/kit/command/command.ts';
import { loadDocument, principalOf } from '#app/kit/command/load.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { trainingOfDocument } from '#app/organisation/commands/coverage.ts';
import { readPublishedVersions } from '#app/organisation/queries/coverage.ts';
import { isImportedVersion } from '#app/documents/queries/lacking-training.ts';

/** Assigns training on an imported version in force to those of its departments who have none. */
export const assignLacking = personalCommand({
  name: 'training.assign_lacking',
  input: z.object({ document: sentUid() }),
  permission: 'document.change_departments',
  async run({ document }, context) {
    const { ports, org } = context;
    return commit(context, async () => {
      const { stream, version, state } = await loadDocument(context, document);
      if (state.kind !== 'document') return refuse('not_found', { detail: 'There is no such document.' });
      const inForce = state.effectiveVersion;
      const { published, isImported } = await ports.database.read(org, async (db) => ({
        published: await readPublishedVersions(db, { document }),
        isImported: inForce === null ? null : await isImportedVersion(db, document, inForce),
      }));
      const refused = lackingRefusal({ principal: principalOf(context), isImported });
      if (refused) return refused;
      const current = published.find((one) => one.version === inForce);
      if (!current) return refuse('nobody_lacks_training');
      const training = await trainingOfDocument(context, {
        document: { uid: document, name: state.name },
        version: current,
        assign: 'lacking',
        cancel: null,
      });
      const assigned = training.writes
        .flatMap(({ events }) => events)
        .flatMap((event) => (event.type === 'TrainingAssigned' ? event.data.assignments : []));
      if (assigned.length === 0) return refuse('nobody_lacks_training');
      return ok({
        writes: training.writes,
        expect: [...training.expect, { stream, version }],
        answer: { assigned: assigned.length },
      });
    });
  },
});
