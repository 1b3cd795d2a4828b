import type { FailureCode } from '#events/failures.ts';
import type { SelectedPerson } from '#app/people/queries/selected.ts';
import { inDigits } from '#app/ui/text/count.ts';

export const bulkActs = ['departments', 'remind', 'resend'] as const;
export type BulkAct = (typeof bulkActs)[number];

/** Why a person is left out, for one and for several: what stands behind 'Noor Haddad' and behind '2'. */
const reasons = {
  reminded: ['was reminded today already', 'were reminded today already'],
  nothingOpen: ['has no open training', 'have no open training'],
  unconfirmed: ['has not confirmed the account', 'have not confirmed the account'],
  notInvited: ['is not invited', 'are not invited'],
  member: ['was there already', 'were there already'],
  inactive: ['is deactivated', 'are deactivated'],
  refused: ['could not be changed', 'could not be changed'],
} as const;
export type SkipReason = keyof typeof reasons;

export const skipWords = (reason: SkipReason, count = 1): string => reasons[reason][count === 1 ? 0 : 1];

/** Why an act would leave a person out, as far as that is known before; null where it would not. */
export function skipOf(act: BulkAct, { status, open, remindable }: SelectedPerson): SkipReason | null {
  if (act === 'resend') return status === 'INVITED' ? null : 'notInvited';
  if (status === 'INACTIVE') return 'inactive';
  if (act === 'departments') return null;
  if (open === 0) return 'nothingOpen';
  if (status === 'INVITED') return 'unconfirmed';
  return remindable === 0 ? 'reminded' : null;
}

/** The same of a refused command. */
export function skipOfRefusal(act: BulkAct, code: FailureCode): SkipReason {
  if (code === 'training_reminded') return 'reminded';
  if (code === 'record_not_open') return 'nothingOpen';
  if (code !== 'user_not_in_status') return 'refused';
  return ({ departments: 'inactive', remind: 'unconfirmed', resend: 'notInvited' } as const)[act];
}

/** `3 reminded, 1 was reminded today already.` `done` is what follows the number of people. */
export function summary(done: string, results: readonly (SkipReason | null)[]): string {
  const count = (skip: SkipReason | null) => results.filter((result) => result === skip).length;
  const skips = [...new Set(results)].filter((skip) => skip !== null);
  const skipped = skips.map((skip) => `${inDigits(count(skip))} ${skipWords(skip, count(skip))}`);
  return `${[`${inDigits(count(null))} ${done}`, ...skipped].join(', ')}.`;
}
