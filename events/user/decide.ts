import type { Decider } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { unlessProgram } from '#events/service-account/allowed-events.ts';
import type { UserCommand } from '#events/user/commands.ts';
import { acceptStatement, confirm, issueCode, resendInvitation, setPassword } from '#events/user/decide/account.ts';
import {
  enrolAuthenticator,
  issueRecoveryCodes,
  removeAuthenticator,
  resetSecondFactor,
} from '#events/user/decide/authenticators.ts';
import { declareAbsence, endAbsence } from '#events/user/decide/absence.ts';
import { grantFunction, withdrawFunction } from '#events/user/decide/functions.ts';
import { invite, register } from '#events/user/decide/arrive.ts';
import { linkDirectory, unlinkDirectory } from '#events/user/decide/directory.ts';
import { deactivate, editUser, reactivate, verifyIdentity } from '#events/user/decide/edit.ts';
import { cancelEmailChange, confirmEmail, requestEmailChange } from '#events/user/decide/email.ts';
import type { Ruling } from '#events/user/decide/profile.ts';
import { evolve, initialState, type UserEvent, type UserState } from '#events/user/state.ts';

/** Rules on one command about one person. Answers events, none, or one refusal. */
export function decide(command: UserCommand, state: UserState): Ruling {
  const ruling = decideFor(command, state);
  return 'principal' in command
    ? unlessProgram(command.principal, ruling, state.kind === 'user' ? state.role : null)
    : ruling;
}

function decideFor(command: UserCommand, state: UserState): Ruling {
  if (command.type === 'RegisterUser') return register(command, state);
  if (command.type === 'InviteUser') return invite(command, state);
  if (state.kind === 'absent') return refuse('not_found', { detail: 'There is no such person.' });
  switch (command.type) {
    case 'ConfirmAccount':
      return confirm(command, state);
    case 'EditUser':
      return editUser(command, state);
    case 'DeactivateUser':
      return deactivate(command, state);
    case 'ReactivateUser':
      return reactivate(command, state);
    case 'VerifyIdentity':
      return verifyIdentity(command, state);
    case 'IssueCode':
      return issueCode(command, state);
    case 'ResendInvitation':
      return resendInvitation(command, state);
    case 'RequestEmailChange':
      return requestEmailChange(command, state);
    case 'CancelEmailChange':
      return cancelEmailChange(command, state);
    case 'ConfirmEmail':
      return confirmEmail(command, state);
    case 'LinkDirectory':
      return linkDirectory(command, state);
    case 'UnlinkDirectory':
      return unlinkDirectory(command, state);
    case 'SetPassword':
      return setPassword(command, state);
    case 'AcceptSignatureStatement':
      return acceptStatement(command, state);
    case 'EnrolAuthenticator':
      return enrolAuthenticator(command, state);
    case 'RemoveAuthenticator':
      return removeAuthenticator(command, state);
    case 'ResetSecondFactor':
      return resetSecondFactor(command, state);
    case 'IssueRecoveryCodes':
      return issueRecoveryCodes(command, state);
    case 'GrantFunction':
      return grantFunction(command, state);
    case 'WithdrawFunction':
      return withdrawFunction(command, state);
    case 'DeclareAbsence':
      return declareAbsence(command, state);
    case 'EndAbsence':
      return endAbsence(command, state);
  }
}

export const userDecider: Decider<UserCommand, UserEvent, UserState> = { initialState, decide, evolve };
