import type { Change, Named } from '#events/common.ts';
import { refuse } from '#events/failures.ts';
import { isAdmin, may, mayBeApprover, type Principal } from '#events/permissions.ts';
import { texts } from '#events/texts.ts';
import { addHours, type Instant } from '#events/time.ts';
import type { DeactivateUser, EditUser, ReactivateUser, VerifyIdentity } from '#events/user/commands.ts';
import { aloneWith } from '#events/user/decide/functions.ts';
import {
  normalised,
  notInStatus,
  profileProblem,
  record,
  superAdminProblem,
  type Refusal,
  ruleOn,
} from '#events/user/decide/profile.ts';
import type { Role } from '#events/user/events.ts';
import type { User, UserEvent } from '#events/user/state.ts';

const without = (these: readonly Named[], those: readonly Named[]): Named[] =>
  these.filter((one) => !those.some((other) => other.uid === one.uid));

/**
 * The organisation keeps an active admin. The command's append expects the stream of another active admin unchanged
 * (the person who deactivates somebody else is one), so that two admins who take each other out at once cannot both
 * succeed.
 */
const lastAdmin = (user: User, otherActiveAdmins: number): Refusal | null =>
  user.status === 'ACTIVE' && isAdmin(user.role) && otherActiveAdmins === 0
    ? refuse('last_admin', { detail: 'Make another person an admin first.' })
    : null;

/** Somebody can sign in while the issuer is away. */
const localAdmin = (isLocalAdmin: boolean): Refusal | null =>
  isLocalAdmin ? refuse('local_admin', { detail: texts.localAdmin }) : null;

/** Nobody manages themselves, and nobody who was deactivated manages others anew. */
function managerProblem({ manager }: EditUser, user: User): Refusal | null {
  if (!manager || manager.uid === user.manager?.uid) return null;
  const words =
    manager.uid === user.uid
      ? 'Choose another person: nobody is their own manager.'
      : manager.status === 'INACTIVE'
        ? 'Choose a person who is not deactivated.'
        : null;
  return words === null ? null : refuse('invalid_input', { fields: { manager: [words] } });
}

/** An address that was asked for while the person had no right yet does not become one that signs. */
const givesUpAddress = (user: User, role: Role, now: Instant): UserEvent[] => {
  const { uid, email: old, pendingEmail } = user;
  const isOpen = pendingEmail !== null && !pendingEmail.cancelled && pendingEmail.until > now;
  return isOpen && user.role === 'EMPLOYEE' && role !== 'EMPLOYEE'
    ? [{ type: 'EmailChangeCancelled', data: { user: uid, old, new: pendingEmail.address, reason: null } }]
    : [];
};

const anotherAdmin = 'Who can: another admin.';

/** Who the organisation says somebody is, and what they may do, is said by another (21 CFR 11.10(d), 11.100). */
function ownChange(principal: Principal, user: User, changes: readonly Change[]): Refusal | null {
  if (principal.kind !== 'user' || principal.uid !== user.uid || changes.length === 0) return null;
  const detail = `Nobody changes their own name or role. ${anotherAdmin}`;
  return refuse('not_allowed', { detail, fields: Object.fromEntries(changes.map(({ field }) => [field, [detail]])) });
}

/** Changes names, role, departments and manager; the address stays. Nothing changed, nothing recorded. */
export const editUser = ruleOn((command: EditUser, user) => {
  const { principal, details, manager, reason, otherActiveAdmins, isLocalAdmin } = command;
  if (!may(principal, 'user.edit')) return refuse('not_allowed', { detail: 'Only an admin can edit team members.' });
  if (user.status === 'INACTIVE') return notInStatus(user, 'Reactivate the person before editing the profile.');
  const after = normalised(details);
  const roleChanged = after.role !== user.role;
  const refusal =
    profileProblem(after) ??
    (roleChanged ? superAdminProblem(principal, user.role, after.role) : null) ??
    (roleChanged && !isAdmin(after.role) ? (lastAdmin(user, otherActiveAdmins) ?? localAdmin(isLocalAdmin)) : null) ??
    (mayBeApprover({ role: after.role, status: 'ACTIVE' }) ? null : aloneWith(principal, command.heldAlone)) ??
    managerProblem(command, user);
  if (refusal) return refusal;
  const changes = (['firstName', 'lastName', 'role'] as const).flatMap((field) =>
    user[field] === after[field] ? [] : [{ field, old: user[field], new: after[field] }],
  );
  const own = ownChange(principal, user, changes);
  if (own) return own;
  const departmentsAdded = without(after.departments, user.departments);
  const departmentsRemoved = without(user.departments, after.departments);
  const events: UserEvent[] = [];
  if (changes.length + departmentsAdded.length + departmentsRemoved.length > 0)
    events.push({
      type: 'UserEdited',
      data: {
        user: user.uid,
        changes,
        departments: [...after.departments],
        departmentsAdded,
        departmentsRemoved,
        reason,
      },
    });
  events.push(...givesUpAddress(user, after.role, command.now));
  if (manager !== undefined && manager?.uid !== user.manager?.uid) {
    const given = manager && { uid: manager.uid, name: manager.name };
    events.push({ type: 'UserManagerChanged', data: { user: user.uid, old: user.manager, new: given, reason } });
  }
  return record(...events);
});

/** INACTIVE at once. Nobody deactivates themselves, and the last active admin stays. */
export const deactivate = ruleOn((command: DeactivateUser, user) => {
  const { principal, reason, otherActiveAdmins, isLocalAdmin } = command;
  if (!may(principal, 'user.deactivate')) {
    return refuse('not_allowed', { detail: 'Only an admin can deactivate team members.' });
  }
  if (user.status === 'INACTIVE') return notInStatus(user, 'Only an active or invited person can be deactivated.');
  if (principal.kind === 'user' && principal.uid === user.uid) {
    return refuse('cannot_deactivate_self', { detail: 'Another admin can.' });
  }
  const refusal =
    superAdminProblem(principal, user.role) ??
    lastAdmin(user, otherActiveAdmins) ??
    localAdmin(isLocalAdmin) ??
    aloneWith(principal, command.heldAlone);
  if (refusal) return refusal;
  return record({ type: 'UserDeactivated', data: { user: user.uid, fromStatus: user.status, reason } });
});

/** INVITED again, with a new code. */
export const reactivate = ruleOn(({ principal, now, reason, invitationDays }: ReactivateUser, user) => {
  if (!may(principal, 'user.reactivate')) {
    return refuse('not_allowed', { detail: 'Only an admin can reactivate team members.' });
  }
  if (user.status !== 'INACTIVE') return notInStatus(user, 'Only a deactivated person can be reactivated.');
  const refusal = superAdminProblem(principal, user.role);
  if (refusal) return refusal;
  return record({
    type: 'UserReactivated',
    data: { user: user.uid, codeExpiresAt: addHours(now, 24 * invitationDays), reason },
  });
});

/** Records how somebody's identity was verified. Nobody verifies their own. */
export const verifyIdentity = ruleOn(({ principal, how, programs, byUnverified }: VerifyIdentity, user) => {
  if (principal.kind !== 'system' && !may(principal, 'user.verify_identity')) {
    return refuse('not_allowed', { detail: 'Only an admin can record how an identity was verified.' });
  }
  if (principal.kind === 'user' && principal.uid === user.uid) {
    return refuse('not_allowed', { detail: 'Another admin records how your identity was verified.' });
  }
  if (byUnverified) return refuse('not_allowed', { detail: `Nobody has verified your own identity. ${anotherAdmin}` });
  if (principal.kind === 'user' && user.identityChangedBy.includes(principal.uid)) {
    const detail = 'You changed the address or reset the second factor of this person (21 CFR 11.100(b)).';
    return refuse('not_allowed', { detail: `${detail} ${anotherAdmin}` });
  }
  if (user.identityChangedBy.some((by) => programs.includes(by))) {
    const detail = 'A program that you answer for changed the address of this person (21 CFR 11.100(b)).';
    return refuse('not_allowed', { detail: `${detail} ${anotherAdmin}` });
  }
  if (user.status === 'INACTIVE') return notInStatus(user, 'Reactivate the person first.');
  return user.identity === how ? record() : record({ type: 'IdentityVerified', data: { user: user.uid, how } });
});
