import { refuse, type Failure, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { setPassword } from '#events/user/decide/account.ts';
import { userEvolution } from '#events/user/state.ts';
import { change } from '#app/kit/command/change.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import { estimateStrength, hintsOf } from '#app/sign-in/adapters/strength.ts';

/** Words that an attacker who knows the person tries first. */
export const personalWords = (person: { firstName: string; lastName: string; email: string }, more: string[] = []) => [
  person.firstName,
  person.lastName,
  person.email,
  ...more,
];

/**
 * Refuses a new password that is too weak, as `code`; else null. The facts hold the `hints`, one a line,
 * because the page's own meter does not know every word.
 */
export async function weakness(
  password: string,
  personal: readonly string[],
  code: Failure['code'] = 'password_weak',
): Promise<{ ok: false; failure: Failure } | null> {
  const strength = await estimateStrength(password, personal);
  if (strength.acceptable) return null;
  const hints = hintsOf(strength);
  const fromName = personal.length > 0 && (await estimateStrength(password)).acceptable;
  if (fromName) hints.push('Do not use your name, your email or your organisation.');
  return refuse(code, { facts: { hints: hints.join('\n') } });
}

/** Records that a person's password was set. The command id must be unique for each password. */
export const recordPasswordSet = (
  context: CommandContext,
  user: string,
  how: 'changed' | 'reset',
): Promise<Result<null>> =>
  change(context, { stream: streams.user(user), evolution: userEvolution }, (state, { now }) => ({
    decision: setPassword({ now, how }, state),
    answer: null,
  }));
