import { z } from 'zod';
import { fullName, versionNumber } from '#app/kit/call/fields.ts';
import { moment, toMoment, toMomentOrNull } from '#app/kit/call/moment.ts';
import { toUser, user } from '#app/kit/call/user-entity.ts';
import { toVersionReference, versionReference } from '#app/kit/call/version-reference.ts';
import type { WholeRecord } from '#app/training/queries/full-records.ts';
import { recordStatuses } from '#app/training/queries/list-records.ts';

export const trainingRecord = z
  .object({
    uid: z.uuid(),
    user,
    doc: versionReference
      .extend({ effectiveDate: moment.nullable() })
      .describe('The document in the version of the training.'),
    version: versionNumber,
    completed: z.boolean(),
    completedDate: moment.nullable().describe('Of training that is carried over: when it was.'),
    carriedOver: z
      .object({ version: versionNumber, signedDate: moment })
      .nullable()
      .describe('The earlier version whose signature counts, and when it was signed; null of other records.'),
    signer: z.object({ uid: z.uuid(), name: fullName }).nullable().describe('Who signed, under the name of then.'),
    assignedDate: moment,
    dueDate: moment,
    status: z.enum(recordStatuses),
    cancelledDate: moment.nullable(),
    changedDate: moment.describe('When it was last assigned, completed, cancelled or due on another day.'),
  })
  .meta({ id: 'TrainingRecord' });

/** A training record as the specification's entity. */
export const toTrainingRecord = (record: WholeRecord): z.infer<typeof trainingRecord> => {
  return {
    uid: record.uid,
    user: toUser(record.user),
    doc: { ...toVersionReference(record.of), effectiveDate: toMomentOrNull(record.effectiveAt) },
    version: record.of.version,
    completed: record.status === 'COMPLETED',
    completedDate: toMomentOrNull(record.carriedFrom === null ? record.signedAt : record.assignedAt),
    carriedOver:
      record.carriedFrom !== null && record.signedAt !== null
        ? { version: record.carriedFrom, signedDate: toMoment(record.signedAt) }
        : null,
    signer: record.signedAs === null ? null : { uid: record.user.uid, name: record.signedAs },
    assignedDate: toMoment(record.assignedAt),
    dueDate: toMoment(record.dueAt),
    status: record.status,
    cancelledDate: toMomentOrNull(record.cancelledAt),
    changedDate: toMoment(record.changedAt),
  };
};
