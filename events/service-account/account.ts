import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { may, type Principal } from '#events/permissions.ts';
import type { Scope } from '#events/service-account/scopes.ts';
import { hasControlCharacters, lengthOf, normaliseLine } from '#events/text.ts';
import { invalidLine, texts } from '#events/texts.ts';
import { instantOf, type Instant } from '#events/time.ts';
import type { Role, UserStatus } from '#events/user/events.ts';

export type AccountEvent = E<'ServiceAccountCreated' | 'ServiceAccountRotated' | 'ServiceAccountRevoked'>;
type Ruling = Decision<AccountEvent>;

interface CommandBase {
  readonly principal: Principal;
  readonly now: Instant;
}

export interface CreateServiceAccount extends CommandBase {
  /** New uids. */
  readonly account: string;
  readonly token: string;
  readonly name: string;
  /** Another account that still works has this name. */
  readonly nameInUse: boolean;
  /** Null where the organisation has no such person. */
  readonly owner: { uid: string; name: string; role: Role; status: UserStatus } | null;
  readonly scopes: readonly Scope[];
  /** Null where no date was typed. */
  readonly expiresAt: Instant | null;
  readonly networks: readonly string[];
  /** One of them that is no network. */
  readonly wrongNetwork?: string | undefined;
}

interface RotateServiceAccount extends CommandBase {
  readonly token: string;
  readonly reason: string | null;
}

interface RevokeServiceAccount extends CommandBase {
  readonly reason: string;
}

export interface ServiceAccount {
  readonly account: string;
  readonly name: string;
  /** The owner's uid. */
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly token: string;
  readonly expiresAt: Instant;
  readonly revoked: boolean;
  /** What it did is judged by the rule of before. */
  readonly wide: boolean;
}
export type ServiceAccountState = ServiceAccount | null;

export const longestYears = 2;
export const mostNetworks = 20;

/** The same day of the year, two years later. */
function latestExpiry(now: Instant): Instant {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + longestYears);
  return instantOf(date);
}

const notAllowed = () => refuse('not_allowed', { detail: 'Only an admin can manage service accounts.' });
const isRevoked = () => refuse('service_account_ended', { detail: 'This service account is already revoked.' });

export function createServiceAccount(command: CreateServiceAccount, state: ServiceAccountState): Ruling {
  const { principal, now, account, token, owner, expiresAt, networks, wrongNetwork } = command;
  if (!may(principal, 'service_account.manage')) return notAllowed();
  if (state) return refuse('conflict');
  const name = normaliseLine(command.name);
  const fields: Record<string, string[]> = {};
  if (name === '') fields.name = [texts.required];
  else if (lengthOf(name) > limits.serviceAccountName || hasControlCharacters(name))
    fields.name = [invalidLine(limits.serviceAccountName)];
  if (owner?.status !== 'ACTIVE') fields.owner = ['Choose an active person of your organisation.'];
  if (command.scopes.length === 0) fields.scopes = ['Choose at least one.'];
  if (expiresAt === null) fields.expires = ['Enter a date, for example 09 Dec 2027.'];
  else if (expiresAt <= now) fields.expires = [texts.futureDate];
  else if (expiresAt > latestExpiry(now)) fields.expires = [`Choose a date within ${longestYears} years.`];
  if (networks.length > mostNetworks) fields.networks = [`Enter at most ${mostNetworks} networks.`];
  else if (wrongNetwork !== undefined)
    fields.networks = [`${wrongNetwork.slice(0, 60)} is no network. Enter one such as 192.0.2.0/24 on each line.`];
  if (Object.keys(fields).length > 0 || owner === null || expiresAt === null)
    return refuse('invalid_input', { fields });
  if (owner.role === 'SUPER_ADMIN' && principal.kind === 'user' && principal.role !== 'SUPER_ADMIN')
    return refuse('invalid_input', { fields: { owner: ['Only a super admin may choose a super admin.'] } });
  if (command.nameInUse) return refuse('service_account_exists');
  return {
    ok: true,
    events: [
      {
        type: 'ServiceAccountCreated',
        data: {
          account,
          name,
          owner: { uid: owner.uid, name: owner.name },
          scopes: [...command.scopes],
          expiresAt,
          networks: [...networks],
          token,
          wide: false,
        },
      },
    ],
  };
}

export function rotateServiceAccount(
  { principal, now, token, reason }: RotateServiceAccount,
  state: ServiceAccountState,
): Ruling {
  if (!may(principal, 'service_account.manage')) return notAllowed();
  if (!state) return refuse('not_found');
  const { account, name, revoked, expiresAt } = state;
  if (revoked) return isRevoked();
  if (expiresAt <= now)
    return refuse('service_account_ended', { detail: 'This service account has expired. Create another one.' });
  return { ok: true, events: [{ type: 'ServiceAccountRotated', data: { account, name, token, reason } }] };
}

export function revokeServiceAccount({ principal, reason }: RevokeServiceAccount, state: ServiceAccountState): Ruling {
  if (!may(principal, 'service_account.manage')) return notAllowed();
  if (!state) return refuse('not_found');
  const { account, name, revoked } = state;
  if (revoked) return isRevoked();
  return { ok: true, events: [{ type: 'ServiceAccountRevoked', data: { account, name, reason } }] };
}

function evolve(state: ServiceAccountState, { type, data }: AccountEvent): ServiceAccountState {
  switch (type) {
    case 'ServiceAccountCreated': {
      const { account, name, owner, scopes, token, expiresAt, wide } = data;
      return { account, name, owner: owner.uid, scopes, token, expiresAt, revoked: false, wide };
    }
    case 'ServiceAccountRotated':
      return state && { ...state, token: data.token };
    case 'ServiceAccountRevoked':
      return state && { ...state, revoked: true };
  }
}

/** Stream `service-account-<uid>`. */
export const serviceAccountEvolution: Evolution<AccountEvent, ServiceAccountState> = { initialState: null, evolve };
