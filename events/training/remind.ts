import type { E } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { Decision } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { may, type Principal } from '#events/permissions.ts';
import { addHours, isAfter, type Instant } from '#events/time.ts';
import type { TrainingRecord } from '#events/training/record.ts';
import type { UserStatus } from '#events/user/events.ts';

/** An owner or an admin reminds a person of open training. */
export interface RemindOfTraining {
  readonly principal: Principal;
  readonly now: Instant;
  readonly record: TrainingRecord;
  readonly person: Named & { readonly status: UserStatus };
  /** `owner`: a uid. */
  readonly document: Named & { readonly owner: string };
  /** When somebody last reminded this person of this version of the document; null where nobody did. */
  readonly remindedAt: Instant | null;
}

/** From when on a person can be reminded again: a day counts 24 hours. */
export const nextReminderAt = (remindedAt: Instant): Instant => addHours(remindedAt, 24);

/** Rules on reminding: once a day for each person and version of a document. */
export function remindOfTraining(command: RemindOfTraining): Decision<E<'TrainingReminded'>> {
  const { principal, record, person, document, remindedAt, now } = command;
  const owns = principal.kind === 'user' && principal.uid === document.owner && may(principal, 'training.remind');
  if (!owns && !may(principal, 'document.manage_any'))
    return refuse('not_allowed', { detail: 'Only its owner or an Admin can remind people of a document.' });
  if (record.status !== 'OPEN') return refuse('record_not_open', { detail: 'Only open training needs a reminder.' });
  if (person.status !== 'ACTIVE')
    return refuse('user_not_in_status', { detail: `${person.name} has not confirmed the account yet.` });
  if (remindedAt !== null && isAfter(nextReminderAt(remindedAt), now)) return refuse('training_reminded');
  const { record: uid, version, dueAt } = record;
  const user = { uid: person.uid, name: person.name };
  const of = { uid: document.uid, name: document.name };
  return {
    ok: true,
    events: [{ type: 'TrainingReminded', data: { record: uid, user, document: of, version, dueAt } }],
  };
}
