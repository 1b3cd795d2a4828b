import type { Named } from '#events/common.ts';
import type { Principal } from '#events/permissions.ts';
import type { JobFunction } from '#events/function/function.ts';
import type { Instant } from '#events/time.ts';
import type { User } from '#events/user/state.ts';
import type { AuthenticatorKind, IdentityHow, Role, UserStatus } from '#events/user/events.ts';

/** The server's clock. */
interface At {
  readonly now: Instant;
}

interface CommandBase extends At {
  readonly principal: Principal;
}

/** With the commands that can end somebody's holding a function. */
interface Held {
  /** The functions that this person holds, and of which the acting person would be the only able holder. */
  readonly heldAlone?: readonly Named[];
}

/** A person's profile, as a form gives it: still unchecked text. `departments` are those chosen that exist. */
export interface ProfileDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
  readonly departments: readonly Named[];
}

/** An organisation's first admin, by the set-up page or the console. */
export interface RegisterUser extends CommandBase {
  /** A new uid. */
  readonly user: string;
  readonly details: ProfileDetails;
  readonly through: 'setup' | 'console';
  /** The address belongs to somebody in the installation. */
  readonly emailInUse: boolean;
}

export interface InviteUser extends CommandBase {
  /** A new uid. */
  readonly user: string;
  readonly details: ProfileDetails;
  /** The address belongs to somebody in the installation; where is not said. */
  readonly emailInUse: boolean;
  /** The domains whose people the issuer signs in, one of which the address has; null where any address will do. */
  readonly domains: readonly string[] | null;
  /** Days that the code is valid. */
  readonly invitationDays: number;
}

/** The invitee's answer to a code, after an invitation or a reactivation. Identity checked code and password. */
export interface ConfirmAccount extends At {
  readonly code: 'right' | 'wrong' | 'expired';
  readonly passwordAccepted: boolean;
}

export interface EditUser extends CommandBase, Held {
  /** The whole profile after the edit, but the email address, which stays. */
  readonly details: Omit<ProfileDetails, 'email'>;
  /** Null for none; as it is where absent. */
  readonly manager?: (Named & { readonly status: UserStatus }) | null;
  readonly reason: string | null;
  /** ACTIVE people with an admin's role, without this one. */
  readonly otherActiveAdmins: number;
  /** The organisation's local admin, who signs in while its issuer is away. */
  readonly isLocalAdmin: boolean;
}

export interface DeactivateUser extends CommandBase, Held {
  readonly reason: string | null;
  /** ACTIVE people with an admin's role, without this one. */
  readonly otherActiveAdmins: number;
  /** The organisation's local admin, who signs in while its issuer is away. */
  readonly isLocalAdmin: boolean;
}

export interface ReactivateUser extends CommandBase {
  readonly reason: string | null;
  readonly invitationDays: number;
}

/** How this person's identity was verified: by an admin, or at set-up. */
export interface VerifyIdentity extends CommandBase {
  readonly how: IdentityHow;
  /** The uids of the service accounts, also ended ones, that the verifying admin answers for. */
  readonly programs: readonly string[];
  /** The organisation verifies identities, and nobody has verified the verifying admin's. */
  readonly byUnverified: boolean;
}

/** A new code by email, for which the person asks. */
export interface IssueCode extends At {
  readonly purpose: 'confirm' | 'reconfirm' | 'reset';
  /** Days that a code to confirm or reconfirm is valid. */
  readonly invitationDays: number;
  /** The organisation was imported into another installation. */
  readonly moved?: boolean;
}

/** The invitation again, with a new code, for which an admin asks. */
export interface ResendInvitation extends CommandBase {
  readonly invitationDays: number;
}

/** Another address, to be confirmed with a code that is sent there. */
export interface RequestEmailChange extends CommandBase {
  readonly email: string;
  /** The address belongs to somebody in the installation; where is not said. */
  readonly emailInUse: boolean;
  /** The domains whose people the issuer signs in, one of which the address has; null where any address will do. */
  readonly domains: readonly string[] | null;
  readonly reason: string | null;
}

/** The change that was asked for last is not to be, while it waits to be confirmed. */
export interface CancelEmailChange extends CommandBase {
  readonly reason: string | null;
}

/** The person entered the code that was sent to this address. Identity checked it. */
export interface ConfirmEmail extends At {
  readonly email: string;
  readonly emailInUse: boolean;
  readonly invitationDays: number;
  /** The uid of the signed-in person who enters the code; null where nobody is signed in. */
  readonly by: string | null;
}

/** The person signed in at the issuer for the first time, with a verified address that is theirs. */
export interface LinkDirectory extends At {
  readonly issuer: string;
  readonly subject: string;
}

export interface UnlinkDirectory extends CommandBase {
  readonly reason: string;
}

/** A new password that identity accepted. */
export interface SetPassword extends At {
  readonly how: 'changed' | 'reset';
}

export interface AcceptSignatureStatement extends CommandBase {
  /** The statement's words as they were shown. */
  readonly statement: string;
}

/** The person's own second factor, which identity has checked. Credential id, public key and model are a passkey's. */
export interface EnrolAuthenticator extends CommandBase {
  readonly authenticator: {
    /** A new uid. */
    readonly uid: string;
    readonly kind: AuthenticatorKind;
    readonly credentialId: string | null;
    readonly publicKey: string | null;
    readonly model: string | null;
  };
}

export interface RemoveAuthenticator extends CommandBase {
  readonly authenticator: string;
  /** The organisation requires a second factor. */
  readonly required: boolean;
  readonly reason?: string | null;
}

export interface ResetSecondFactor extends CommandBase {
  readonly reason: string | null;
}

export interface IssueRecoveryCodes extends CommandBase {}

/** A function of the organisation for this person, from a day until a day or without end. */
export interface GrantFunction extends CommandBase {
  /** Null where the organisation has no such function. */
  readonly function: JobFunction | null;
  readonly from: string;
  readonly until: string | null;
  readonly reason: string | null;
  /** The day in the organisation's zone, here and below. */
  readonly today: string;
}

export interface WithdrawFunction extends CommandBase, Held {
  readonly function: string;
  readonly reason: string;
  readonly today: string;
}

export interface DeclareAbsence extends CommandBase {
  /** A new uid. */
  readonly absence: string;
  readonly from: string;
  readonly until: string;
  /** Null where the organisation has no such person. */
  readonly deputy: User | null;
  /** The absences that are not over in which this person is the deputy, each with the absent person's name. */
  readonly standsIn: readonly { readonly name: string; readonly from: string; readonly until: string }[];
  readonly reason: string | null;
  readonly today: string;
}

export interface EndAbsence extends CommandBase {
  readonly absence: string;
  readonly reason: string | null;
  readonly today: string;
}
