import { z } from 'zod';
import { assignRetraining } from '#app/training/commands/assign-retraining.ts';
import { documentsToRetrain } from '#app/training/queries/retraining.ts';
import { forEachInTurn, forEachOrganisation } from '#app/kit/job/organisations.ts';
import type { Task } from '#app/kit/job/task.ts';

/** Assigns training again where it is due soon. */
export const assignRetrainingJob: Task = {
  name: 'assign-retraining',
  payload: z.unknown(),
  run: (_payload, ports) =>
    forEachOrganisation(ports, async (org) => {
      const documents = await ports.database.read(org, (db) => documentsToRetrain(db, ports.now()));
      const assign = async (document: string) => {
        const assigned = await assignRetraining(ports, org, document);
        if (!assigned.ok) throw new Error(`Retraining could not be assigned: ${assigned.failure.code}`);
      };
      await forEachInTurn(documents, assign, (err, document) =>
        ports.log.error({ err, org, document }, 'training.retraining_failed'),
      );
    }),
};
