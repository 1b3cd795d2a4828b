import { z } from 'zod';
import { documentType } from '#events/document/events.ts';
import { moment, toMoment, toMomentOrNull } from '#app/api/entities/moment.ts';
import { toUser, user } from '#app/api/entities/user.ts';
import type { WholeRecord } from '#app/queries/training/full-records.ts';

export const trainingRecord = z
  .object({
    uid: z.uuid(),
    user,
    doc: z
      .object({
        uid: z.uuid(),
        name: z.string(),
        type: documentType,
        functionalArea: z.string(),
        docNum: z.string(),
        version: z.string(),
        effectiveDate: moment.nullable(),
      })
      .describe('The document in the version of the training.'),
    version: z.string(),
    completed: z.boolean(),
    completedDate: moment.nullable(),
    assignedDate: moment,
    dueDate: moment,
    status: z.enum(['OPEN', 'COMPLETED', 'CANCELLED']),
  })
  .meta({ id: 'TrainingRecord' });

/** A training record as the specification's entity. */
export const toTrainingRecord = (record: WholeRecord): z.infer<typeof trainingRecord> => {
  const { document: uid, name, type, functionalArea, docNum, version } = record.of;
  return {
    uid: record.uid,
    user: toUser(record.user),
    doc: { uid, name, type, functionalArea, docNum, version, effectiveDate: toMomentOrNull(record.effectiveAt) },
    version,
    completed: record.status === 'COMPLETED',
    completedDate: toMomentOrNull(record.signedAt),
    assignedDate: toMoment(record.assignedAt),
    dueDate: toMoment(record.dueAt),
    status: record.status,
  };
};
