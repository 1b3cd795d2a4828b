import type { functionEvents } from '#events/function/events.ts';
import type { dutyEvents } from '#events/user/duty-events.ts';
import type { Descriptions, EventContext } from '#app/kit/words/event-description.ts';
import { periodWords } from '#app/ui/text/period.ts';
import { changed, sentenceCase } from '#app/kit/words/phrases.ts';

/** People act on their own absences, and admins on those of others. */
const absenceOf = (user: string, { actor, personName }: EventContext): string =>
  personName(user) === actor ? 'an absence' : `an absence of ${personName(user)}`;

/** The events of functions and absences, in words. */
export const dutyDescriptions: Descriptions<keyof typeof functionEvents | keyof typeof dutyEvents> = {
  FunctionCreated: ({ name }) => ({ sentence: `created the function ${name}` }),
  FunctionRenamed: (data) => ({
    sentence: `renamed the function ${data.old}`,
    changes: [changed('Name', data.old, data.new)],
    reason: data.reason,
  }),
  FunctionRetired: ({ name, reason }) => ({ sentence: `retired the function ${name}`, reason }),
  FunctionReinstated: ({ name, reason }) => ({ sentence: `took the function ${name} back into use`, reason }),
  FunctionGranted: ({ user, function: granted, reason, ...days }, { personName }) => ({
    sentence: `granted the function ${granted.name} to ${personName(user)}`,
    note: sentenceCase(`${periodWords(days)}.`),
    reason,
  }),
  FunctionWithdrawn: ({ user, function: withdrawn, reason }, { personName }) => ({
    sentence: `withdrew the function ${withdrawn.name} from ${personName(user)}`,
    reason,
  }),
  AbsenceDeclared: ({ user, deputy, reason, ...days }, context) => ({
    sentence: `declared ${absenceOf(user, context)}`,
    note: sentenceCase(`${periodWords(days)}. ${deputy.name} stands in for approvals.`),
    reason,
  }),
  AbsenceEnded: ({ user, deputy, reason, ...days }, context) => ({
    sentence: `ended ${absenceOf(user, context)}`,
    note: `It was declared ${periodWords(days)}. ${deputy.name} no longer stands in.`,
    reason,
  }),
  UserManagerChanged: ({ user, reason, ...data }, { personName }) => ({
    sentence: `changed the manager of ${personName(user)}`,
    changes: [changed('Manager', data.old?.name ?? null, data.new?.name ?? null)],
    reason,
  }),
};
