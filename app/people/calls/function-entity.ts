import { z } from 'zod';
import { fullName, functionName } from '#app/kit/call/fields.ts';
import type { FunctionRow } from '#app/people/queries/functions/list.ts';
import type { AbsenceRow } from '#app/kit/people/absences.ts';

/** A day of the organisation; both days of a period are included. */
const day = z.iso.date().meta({ examples: ['2026-06-01'] });

/** The same in a body; the command checks it. */
export const dayText = z.string().meta({ format: 'date', examples: ['2026-06-01'] });

const named = z.object({ uid: z.uuid(), name: fullName });

const holder = z.object({
  user: named,
  from: day,
  until: day.nullable().describe('The last day; null where it has no end.'),
});

export const jobFunction = z
  .object({
    uid: z.uuid(),
    name: functionName,
    retired: z.boolean().describe('Nobody new can get it.'),
    holders: z.array(holder).describe('Whose last day is not past. Only active people hold a function.'),
  })
  .meta({ id: 'Function' });

export const toFunction = ({ uid, name, retired, holders }: FunctionRow): z.input<typeof jobFunction> => ({
  uid,
  name,
  retired,
  holders: holders.map(({ user, name: holderName, from, until }) => ({
    user: { uid: user, name: holderName },
    from,
    until,
  })),
});

export const absence = z
  .object({
    uid: z.uuid(),
    user: named,
    deputy: named.describe('Who approves in the place of the person.'),
    from: day,
    until: day,
    covers: z.enum(['approvals']),
  })
  .meta({ id: 'Absence' });

export const toAbsence = ({ uid, user, deputy, from, until }: AbsenceRow): z.input<typeof absence> => ({
  uid,
  user,
  deputy,
  from,
  until,
  covers: 'approvals',
});
