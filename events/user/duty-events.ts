import { z } from 'zod';
import { named, uid } from '#events/common.ts';
import { event, never, people } from '#events/event.ts';

/** A day in the organisation's time zone. */
const day = z.iso.date();

/** Stream `user-<uid>`: what a person holds, and who stands in. A period includes both of its days. */
export const dutyEvents = {
  FunctionGranted: event('function.grant', never, {
    user: uid,
    function: named,
    from: day,
    /** Null where it has no end. */
    until: day.nullable(),
    reason: z.string().nullable(),
  }),
  /** It counts no more, whatever its last day was. */
  FunctionWithdrawn: event('function.grant', never, { user: uid, function: named, reason: z.string() }),
  /** The deputy approves in the person's place. Nobody is trained in another's place, so nothing else is covered. */
  AbsenceDeclared: event(null, never, {
    user: uid,
    absence: uid,
    from: day,
    until: day,
    deputy: named,
    covers: z.enum(['approvals']),
    reason: z.string().nullable(),
  }),
  /** From now on the deputy no longer stands in. `until`: the last day that was declared. */
  AbsenceEnded: event(null, never, {
    user: uid,
    absence: uid,
    from: day,
    until: day,
    deputy: named,
    reason: z.string().nullable(),
  }),
  /** Null where there was or is none. */
  UserManagerChanged: event('user.edit', people, {
    user: uid,
    old: named.nullable(),
    new: named.nullable(),
    reason: z.string().nullable(),
  }),
} as const;
