import { z } from 'zod';
import { refuse } from '#events/failures.ts';
import { functionEvolution } from '#events/function/function.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import * as rules from '#events/user/decide/functions.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { endAsking } from '#app/people/commands/end-asking.ts';
import { changeUser } from '#app/people/commands/change-user.ts';
import { dayInput, optionalDayInput } from '#app/kit/forms/day.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** Grants a function to a person, from a day until a day or without end. */
export const grantFunction = personalCommand({
  name: 'function.grant',
  input: z.object({
    function: sentUid(texts.required),
    user: sentUid(texts.required),
    from: dayInput,
    until: optionalDayInput,
  }),
  permission: 'function.grant',
  reason: 'offered',
  async run({ function: uid, user, from, until, reason }, context) {
    return changeUser(context, { user }, async (state, { principal, now }) => {
      // A function that is retired meanwhile is granted to nobody.
      const { stream, version, state: granted } = await load(context, streams.function(uid), functionEvolution);
      const days = { from, until, today: todayOf(context) };
      const command = { principal, now, function: granted, ...days, reason };
      return {
        decision: rules.grantFunction(command, state),
        parts: [{ expect: [{ stream, version }] }],
        answer: { user, name: fullName(state), function: granted?.name ?? '' },
      };
    });
  },
});

/** Withdraws a function from a person, who does not hold it from now on. */
export const withdrawFunction = personalCommand({
  name: 'function.withdraw',
  input: z.object({ function: sentUid(), user: sentUid() }),
  permission: 'function.grant',
  reason: 'required',
  run: ({ function: uid, user, reason }, context) =>
    changeUser(context, { user }, async (state, { principal, now, heldAlone }) => {
      const { state: withdrawn } = await load(context, streams.function(uid), functionEvolution);
      if (!withdrawn) return refuse('not_found');
      const today = todayOf(context);
      const decision = rules.withdrawFunction({ principal, now, function: uid, reason, today, heldAlone }, state);
      return {
        decision,
        parts: decision.ok ? await endAsking(context, { user, function: uid, reason }) : [],
        answer: { user, name: fullName(state), function: withdrawn.name },
      };
    }),
});
