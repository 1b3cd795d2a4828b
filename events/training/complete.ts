import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { may, type Principal } from '#events/permissions.ts';
import { sign, type SigningFacts } from '#events/signature.ts';
import { texts } from '#events/texts.ts';
import type { Instant } from '#events/time.ts';
import type { TrainingRecord } from '#events/training/record.ts';

type TrainingCompleted = E<'TrainingCompleted'>;

export interface CompleteTraining {
  readonly principal: Principal;
  readonly now: Instant;
  /** The record as it was read; null where the organisation has none of that uid. */
  readonly record: TrainingRecord | null;
  /** SHA-256 of the PDFs of the record's version that count: the original, and the signed copy beside it. */
  readonly pdfs: readonly string[];
  readonly signing: SigningFacts;
}

/** Stream `record-<recordUid>`: whether it was signed, and by which signature. */
export interface RecordState {
  readonly completed: boolean;
}

/**
 * Signs that the person has read and understood. A completed record is refused as complete, a cancelled one as not
 * needed; the command recognises a repeated submission.
 */
export function completeTraining(command: CompleteTraining, state: RecordState): Decision<TrainingCompleted> {
  const { principal, record, now } = command;
  if (!record) return refuse('not_found', { detail: 'There is no such training record.' });
  const theirs = principal.kind === 'user' && principal.uid === record.user && may(principal, 'training.sign');
  if (!theirs) return refuse('record_not_yours', { detail: texts.recordNotYours });
  if (state.completed || record.status === 'COMPLETED') {
    return refuse('record_already_completed', { detail: texts.recordCompleted });
  }
  if (record.status === 'CANCELLED') {
    return refuse('record_not_open', {
      detail:
        `Training on version ${record.version} is not needed any more: ` +
        `it was superseded, withdrawn or retired, or you are no longer assigned to it.`,
    });
  }
  const { record: uid, user, document, version } = record;
  const subject = { document, version, pdfs: command.pdfs, since: record.assignedPosition };
  const signature = sign('read_and_understood', command.signing, subject, now);
  if (!signature.ok) return signature;
  return {
    ok: true,
    events: [{ type: 'TrainingCompleted', data: { record: uid, user, document, version, signature: signature.value } }],
  };
}

export const recordEvolution: Evolution<TrainingCompleted, RecordState> = {
  initialState: { completed: false },
  evolve: () => ({ completed: true }),
};
