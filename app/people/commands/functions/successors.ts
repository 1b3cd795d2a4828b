import { ok, refuse, type Result } from '#events/failures.ts';
import { functionEvolution } from '#events/function/function.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import { grantFunction } from '#events/user/decide/functions.ts';
import { userEvolution } from '#events/user/state.ts';
import type { UserEvent } from '#events/user/state.ts';
import type { DecisionContext, Part } from '#app/kit/command/change.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { todayOf } from '#app/kit/query/today.ts';

/** A function that somebody leaves, and who holds it from today on. */
interface Succession {
  function: string;
  user: string;
}

/**
 * Grants functions to successors, on top of `edits`, which may write on the same people. Refuses on the field of the
 * function.
 */
export async function grantToSuccessors(
  context: SignedInContext,
  asked: DecisionContext & { reason: string },
  holders: readonly Succession[],
  edits: readonly Part[],
): Promise<Result<Part[]>> {
  const today = todayOf(context);
  const writes = edits.flatMap((part) => part.writes ?? []);
  const expect: NonNullable<Part['expect']> = [];
  for (const { function: uid, user } of holders) {
    const [granted, person] = await Promise.all([
      load(context, streams.function(uid), functionEvolution),
      load(context, streams.user(user), userEvolution),
    ]);
    const at = writes.findIndex(({ stream }) => stream === person.stream);
    const earlier = writes[at]?.events ?? [];
    const state = (earlier as UserEvent[]).reduce(userEvolution.evolve, person.state);
    const days = { from: today, until: null, today };
    const decision = grantFunction({ ...asked, function: granted.state, ...days }, state);
    if (!decision.ok)
      return refuse('invalid_input', { fields: { [`holder-${uid}`]: [decision.failure.detail ?? texts.invalid] } });
    const write = { stream: person.stream, version: person.version, events: [...earlier, ...decision.events] };
    if (at < 0) writes.push(write);
    else writes[at] = write;
    expect.push({ stream: granted.stream, version: granted.version });
  }
  return ok([{ writes, expect }]);
}
