import type { Named } from '#events/common.ts';
import { refuse, type Failure } from '#events/failures.ts';
import { may, type Principal } from '#events/permissions.ts';
import { isPlausibleYear } from '#events/time.ts';
import type { GrantFunction, WithdrawFunction } from '#events/user/commands.ts';
import { notInStatus, record, type Refusal, ruleOn } from '#events/user/decide/profile.ts';
import { isOver } from '#events/user/duties.ts';
import { printedName } from '#events/user/name.ts';

/** A first day before today, a last day before the first, and years that are typing mistakes. */
export function daysProblem(
  { from, until }: { from: string; until: string | null },
  today: string,
): { ok: false; failure: Failure } | null {
  const fields: Record<string, string[]> = {};
  if (from < today) fields.from = ['Choose today or a later day.'];
  else if (until !== null && until < from) fields.until = ['Choose the first day or a later one.'];
  for (const [name, day] of Object.entries({ from, until }))
    if (day !== null && !isPlausibleYear(Number(day.slice(0, 4)))) fields[name] = ['Choose a year before 3000.'];
  return Object.keys(fields).length === 0 ? null : refuse('invalid_input', { fields });
}

/**
 * Nobody takes a function from the others to be the only one who holds it. `held`: those that nobody but the acting
 * person would hold.
 */
export function aloneWith(principal: Principal, held: readonly Named[] = []): Refusal | null {
  if (principal.kind !== 'user' || held.length === 0) return null;
  return refuse('not_allowed', {
    detail:
      `You would be the only one who holds ${held.map(({ name }) => name).join(', ')} (21 CFR 11.10(d)). Who ` +
      'can: another admin.',
  });
}

/** One grant of a function at a time: to change its days it is withdrawn and granted again. */
export const grantFunction = ruleOn((command: GrantFunction, user) => {
  const { principal, from, until, reason, today } = command;
  if (!may(principal, 'function.grant')) return refuse('not_allowed', { detail: 'Only an admin can grant functions.' });
  if (principal.kind === 'user' && principal.uid === user.uid)
    return refuse('not_allowed', { detail: 'Nobody grants themselves a function. Who can: another admin.' });
  if (user.status === 'INACTIVE') return notInStatus(user, 'Reactivate the person first.');
  if (!command.function) return refuse('not_found', { detail: 'There is no such function.' });
  const { uid, name, retired } = command.function;
  if (retired) return refuse('function_retired', { detail: 'An admin can take it back into use.' });
  const problem = daysProblem({ from, until }, today);
  if (problem) return problem;
  const held = user.grants.find((grant) => grant.function.uid === uid);
  if (held && !isOver(held, today))
    return refuse('function_already_held', { detail: `${printedName(user)} holds ${name} already.` });
  return record({
    type: 'FunctionGranted',
    data: { user: user.uid, function: { uid, name }, from, until, reason },
  });
});

/** From now on the person does not hold it, whatever its last day was. */
export const withdrawFunction = ruleOn((command: WithdrawFunction, user) => {
  const { principal, reason, today } = command;
  if (!may(principal, 'function.grant'))
    return refuse('not_allowed', { detail: 'Only an admin can withdraw functions.' });
  const held = user.grants.find((grant) => grant.function.uid === command.function);
  if (!held || isOver(held, today))
    return refuse('function_not_held', { detail: `${printedName(user)} does not hold it.` });
  const alone = aloneWith(
    principal,
    command.heldAlone?.filter(({ uid }) => uid === command.function),
  );
  if (alone) return alone;
  return record({ type: 'FunctionWithdrawn', data: { user: user.uid, function: held.function, reason } });
});
