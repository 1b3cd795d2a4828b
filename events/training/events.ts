import { z } from 'zod';
import { instant, named, uid } from '#events/common.ts';
import { storedFile } from '#events/document/events.ts';
import { event, either, never } from '#events/event.ts';
import { signature } from '#events/signature.ts';

/** One person × one document × one version. */
export const assignment = z.object({
  record: uid,
  user: uid,
  document: uid,
  version: z.string(),
  /** The effective date of the version, or 14 days (a setting) after assignment where that is later. */
  dueAt: instant,
});
export type Assignment = z.infer<typeof assignment>;

export const recordReference = z.object({ record: uid, user: uid, document: uid, version: z.string() });
export type RecordReference = z.infer<typeof recordReference>;

export const importedTrainingKinds = ['read', 'practical', 'classroom'] as const;

/** What the source of an import says of training. */
const trainingClaim = z.object({
  completedOn: z.iso.date(),
  kind: z.enum(importedTrainingKinds),
  trainer: z.string().nullable(),
  score: z.string().nullable(),
  evidence: storedFile.nullable(),
});
export type TrainingClaim = z.infer<typeof trainingClaim>;

/** At most this many assignments or cancellations in one event; more are recorded as several events. */
export const trainingBatchSize = 500;

export const trainingEvents = {
  /**
   * Stream `assignment`, one an organisation. A recorded fact, never worked out later: who was assigned, why, due when.
   * An empty list records that the system determined that nobody new needs training.
   */
  TrainingAssigned: event(null, either, {
    because: z.enum([
      'published',
      'departments_changed',
      'joined_department',
      'confirmed',
      'reactivated',
      'retraining',
      'lacking',
    ]),
    document: named.nullable(),
    user: named.nullable(),
    assignments: z.array(assignment).max(trainingBatchSize),
  }),
  /**
   * Stream `assignment`: people who signed an earlier version (`from`) count as trained on this one, whose training was
   * waived. `signedAt` is when they signed that one: the training interval runs from there.
   */
  TrainingCarriedOver: event(null, either, {
    document: named.nullable(),
    user: named.nullable(),
    records: z
      .array(recordReference.extend({ from: z.string(), signedAt: instant }))
      .min(1)
      .max(trainingBatchSize),
  }),
  /** Stream `training-<documentUid>` where the document is the cause, `learner-<userUid>` where the person is. */
  TrainingCancelled: event(null, either, {
    because: z.enum([
      'superseded',
      'retired',
      'withdrawn',
      'department_removed',
      'person_left_department',
      'person_deactivated',
    ]),
    document: named.nullable(),
    user: named.nullable(),
    records: z.array(recordReference).min(1).max(trainingBatchSize),
  }),
  /** Stream `training-<documentUid>`: due dates of open records after the effective date moved. */
  TrainingDueChanged: event(null, either, {
    because: z.enum(['effective_date_changed']),
    document: named,
    records: z
      .array(recordReference.extend({ old: instant, new: instant }))
      .min(1)
      .max(trainingBatchSize),
  }),
  /** Stream `reminders-<userUid>`: somebody reminded the person of an open record. */
  TrainingReminded: event(null, never, {
    record: uid,
    user: named,
    document: named,
    version: z.string(),
    dueAt: instant,
  }),
  /** Stream `record-<recordUid>`: training on paper or in another system, as the source of an import claims it. */
  TrainingImported: event(null, never, {
    record: uid,
    user: named,
    document: uid,
    version: z.string(),
    ...trainingClaim.shape,
    /** Midnight of that day in the organisation's zone. */
    completedAt: instant,
    import: uid,
  }),
  /** Stream `record-<recordUid>`, which it opens and closes: a completed record is never touched again. */
  TrainingCompleted: event(null, never, { record: uid, user: uid, document: uid, version: z.string(), signature }),
} as const;
