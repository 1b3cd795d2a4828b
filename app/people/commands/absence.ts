import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import * as rules from '#events/user/decide/absence.ts';
import { userEvolution } from '#events/user/state.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { dayInput } from '#app/kit/forms/day.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { readApprovers, readStandsIn } from '#app/kit/people/absences.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { fullName } from '#app/kit/query/viewer.ts';

const targetOf = (user: string) => ({ stream: streams.user(user), evolution: userEvolution });

/** In whose absences a person is the deputy; nobody names them meanwhile, since the streams of the others stay. */
async function readAbsentOnes({ ports, org }: SignedInContext, user: string, today: string) {
  const others = await ports.database.read(org, (db) => readApprovers(db));
  const versions = await ports.ledger.streamVersions(
    org,
    others.filter((uid) => uid !== user).map((uid) => streams.user(uid)),
  );
  const standsIn = await ports.database.read(org, (db) => readStandsIn(db, user, today));
  return { standsIn, expect: [...versions].map(([stream, version]) => ({ stream, version })) };
}

/** Declares days on which another person approves in this one's place: one's own, or a person's by an admin. */
export const declareAbsence = personalCommand({
  name: 'absence.declare',
  input: z.object({ user: sentUid(), from: dayInput, until: dayInput, deputy: sentUid(texts.required) }),
  permission: 'absence.declare_own',
  // Admins who declare another person's give one.
  reason: 'depends',
  run({ user, deputy: chosen, from, until, reason }, context) {
    const absence = context.ports.newId();
    return change(context, targetOf(user), async (state, { principal, now }) => {
      if (state.kind === 'absent') return refuse('not_found');
      // A deputy who is deactivated or absent meanwhile is not chosen.
      const { stream, version, state: other } = await load(context, streams.user(chosen), userEvolution);
      const deputy = other.kind === 'user' ? other : null;
      const days = { from, until, today: todayOf(context) };
      const { standsIn, expect } = await readAbsentOnes(context, user, days.today);
      return {
        decision: rules.declareAbsence({ principal, now, absence, deputy, standsIn, ...days, reason }, state),
        parts: [{ expect: [...expect, { stream, version }] }],
        answer: { absence, user, name: fullName(state), deputy: deputy ? fullName(deputy) : '' },
      };
    });
  },
});

/** Ends an absence early; from now on the deputy no longer stands in. */
export const endAbsence = personalCommand({
  name: 'absence.end',
  input: z.object({ user: sentUid(), absence: sentUid() }),
  permission: 'absence.declare_own',
  reason: 'depends',
  run: ({ user, absence, reason }, context) =>
    change(context, targetOf(user), (state, { principal, now }) =>
      state.kind === 'absent'
        ? refuse('not_found')
        : {
            decision: rules.endAbsence({ principal, now, absence, reason, today: todayOf(context) }, state),
            answer: { user, name: fullName(state) },
          },
    ),
});
