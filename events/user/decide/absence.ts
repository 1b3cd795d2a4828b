import { refuse } from '#events/failures.ts';
import { may, mayBeApprover, roleMay, type Principal } from '#events/permissions.ts';
import { reasonProblem } from '#events/reason.ts';
import type { DeclareAbsence, EndAbsence } from '#events/user/commands.ts';
import { daysProblem } from '#events/user/decide/functions.ts';
import { notInStatus, record, type Refusal, ruleOn } from '#events/user/decide/profile.ts';
import { isOver, overlap } from '#events/user/duties.ts';
import { printedName } from '#events/user/name.ts';
import type { User } from '#events/user/state.ts';

const isOwn = (principal: Principal, user: User): boolean => principal.kind === 'user' && principal.uid === user.uid;

/** One's own absence, or that of another person by an admin, who gives a reason. */
function accessProblem(principal: Principal, user: User, reason: string | null): Refusal | null {
  if (isOwn(principal, user))
    return may(principal, 'absence.declare_own')
      ? null
      : refuse('not_allowed', { detail: 'Employees approve nothing.' });
  if (!may(principal, 'absence.declare_any'))
    return refuse('not_allowed', { detail: 'The person, or an admin, can do this.' });
  const problem = reasonProblem(reason ?? '');
  return problem ? refuse('invalid_input', { fields: { reason: [problem] } }) : null;
}

/**
 * A deputy may approve, and is there on all of these days: nobody stands in for a deputy. Whether the deputy holds a
 * function is asked at each signature.
 */
function deputyProblem({ principal, deputy, from, until }: DeclareAbsence, user: User): Refusal | null {
  const refused = (words: string) => {
    const detail = `${words} (21 CFR 11.10(g)). Who can: other active authors and admins who are there on these days.`;
    return refuse('deputy_not_eligible', { detail, fields: { deputy: [detail] } });
  };
  if (!deputy || !mayBeApprover(deputy)) return refused('A deputy may approve documents');
  if (deputy.uid === user.uid) return refused('Nobody is their own deputy');
  if (principal.kind === 'user' && deputy.uid === principal.uid)
    return refused('Nobody makes themselves the deputy of another person');
  return deputy.absences.some((absence) => overlap(absence, { from, until }))
    ? refused(`${printedName(deputy)} is absent on some of these days`)
    : null;
}

/** Days on which another person approves in this one's place. */
export const declareAbsence = ruleOn((command: DeclareAbsence, user) => {
  const { principal, absence, from, until, deputy, standsIn, reason, today } = command;
  const refusal = accessProblem(principal, user, reason);
  if (refusal) return refusal;
  if (user.status !== 'ACTIVE') return notInStatus(user, 'Only an active person has approvals to hand over.');
  if (!roleMay(user.role, 'absence.declare_own'))
    return refuse('not_allowed', { detail: 'Employees approve nothing, and nobody stands in for training.' });
  const problem = daysProblem({ from, until }, today);
  if (problem) return problem;
  const other = user.absences.find((one) => overlap(one, { from, until }));
  if (other)
    return refuse('absence_overlaps', {
      detail:
        'One deputy at a time approves in the place of a person (21 CFR 11.10(g)). ' +
        'Who can: the person, or an admin, can end the other absence.',
      facts: { from: other.from, until: other.until },
    });
  const stands = standsIn.find((one) => overlap(one, { from, until }));
  if (stands)
    return refuse('absence_overlaps', {
      detail:
        `${printedName(user)} stands in for ${stands.name} on some of these days (21 CFR 11.10(g)). ` +
        `Who can: ${stands.name}, or an admin, can end that absence and name another deputy.`,
      facts: { from: stands.from, until: stands.until },
    });
  const unfit = deputyProblem(command, user);
  if (unfit || !deputy) return unfit ?? refuse('deputy_not_eligible');
  return record({
    type: 'AbsenceDeclared',
    data: {
      user: user.uid,
      absence,
      from,
      until,
      deputy: { uid: deputy.uid, name: printedName(deputy) },
      covers: 'approvals',
      reason,
    },
  });
});

/** Before its last day, or before it began. */
export const endAbsence = ruleOn(({ principal, absence, reason, today }: EndAbsence, user) => {
  const refusal = accessProblem(principal, user, reason);
  if (refusal) return refusal;
  const declared = user.absences.find(({ uid }) => uid === absence);
  if (!declared || isOver(declared, today)) return refuse('absence_over');
  const { from, until, deputy } = declared;
  return record({ type: 'AbsenceEnded', data: { user: user.uid, absence, from, until, deputy, reason } });
});
