import { catalogue, isEventType, trustPayload, type E } from '#events/catalogue.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { roleMay } from '#events/permissions.ts';
import {
  serviceAccountEvolution,
  type AccountEvent,
  type ServiceAccountState,
} from '#events/service-account/account.ts';
import { concernsRight, mayCause } from '#events/service-account/allowed-events.ts';
import { serviceAccountEvents } from '#events/service-account/events.ts';
import { userEvents } from '#events/user/events.ts';
import { evolve, initialState, type User, type UserEvent, type UserState } from '#events/user/state.ts';

/** A person before the command whose events are being read, and every role they had until now. */
interface Known {
  state: UserState;
  roles: Set<string>;
}

/** What an event claims of its actor that the actor does not have: a second factor, or a right over another person. */
function faultOfClaim({ type, data }: E, person: User): string | null {
  switch (type) {
    case 'ApprovalGiven':
    case 'ApprovalRejected':
    case 'TrainingCompleted': {
      const { credential } = data.signature;
      if (credential.method === 'email and password') return null;
      if (credential.method === 'OIDC re-authentication') {
        const linked =
          person.directory?.issuer === credential.issuer && person.directory.subject === credential.subject;
        return linked ? null : 'claims an account of the directory that was not linked at that position';
      }
      const enrolled = person.authenticators.some(({ uid }) => uid === credential.authenticator);
      return enrolled ? null : 'claims a second factor that was not set up at that position';
    }
    case 'AuthenticatorEnrolled':
      return data.user === person.uid ? null : 'sets up a second factor for another person';
    case 'AuthenticatorRevoked': {
      const own = data.user === person.uid;
      const may = data.because === 'reset_by_admin' ? !own && roleMay(person.role, 'user.reset_factor') : own;
      return may ? null : 'may not take this second factor away';
    }
    case 'DirectoryUnlinked':
      return data.user === person.uid ? 'unlinks their own account of the directory' : null;
    case 'AbsenceDeclared':
    case 'AbsenceEnded': {
      const may = roleMay(person.role, data.user === person.uid ? 'absence.declare_own' : 'absence.declare_any');
      return may ? null : 'may not change the absences of another person';
    }
    default:
      return null;
  }
}

/**
 * Folds roles and statuses of an organisation's people from its events in order, and says what an event's actor claims
 * without having it: a role, or to be ACTIVE. A command's own changes count from the next command on.
 */
export class ActingPeople {
  readonly #people = new Map<string, Known>();
  readonly #accounts = new Map<string, NonNullable<ServiceAccountState>>();
  #command = '';
  /** The people's events of the command that is being read. */
  #pending: UserEvent[] = [];

  /** What is wrong with the actor of the next event, as a sentence; null where nothing is. */
  check(event: RecordedEvent): string | null {
    if (event.commandId !== this.#command) this.#settle(event.commandId);
    if (Object.hasOwn(userEvents, event.type)) this.#pending.push(trustPayload(event) as UserEvent);
    const { actor } = event;
    if (actor.kind !== 'user' && actor.kind !== 'service_account') return null;
    const fault = actor.kind === 'user' ? this.#faultOf(event, actor) : this.#faultOfAccount(event, actor.uid);
    this.#noteAccount(event);
    return fault ? `its actor ${actor.name} (${actor.uid}) ${fault}` : null;
  }

  /** A service account acts with the rights of its owner, and never in a person's place. */
  #faultOfAccount(event: RecordedEvent, uid: string): string | null {
    const { type, recordedAt } = event;
    const account = this.#accounts.get(uid);
    if (!account) return 'is no service account of the organisation at that position';
    if (account.revoked) return 'was revoked before';
    if (account.expiresAt <= recordedAt) return `expired at ${account.expiresAt}`;
    const allowed = mayCause(account.scopes, type, account.wide);
    if (allowed === 'never') return 'is a service account, which can never do this';
    if (!account.wide && this.#concernsRight(event)) return 'is a service account, which gives and changes no rights';
    if (allowed === 'no-scope') return `has only the scopes ${account.scopes.join(', ')}`;
    const { state } = this.#people.get(account.owner) ?? { state: initialState };
    if (state.kind !== 'user' || state.status !== 'ACTIVE') return 'belongs to a person who was not active';
    const right = isEventType(type) ? catalogue[type].right : null;
    return right && !roleMay(state.role, right) ? `belongs to a person with the role ${state.role}` : null;
  }

  #concernsRight(event: RecordedEvent): boolean {
    const payload = trustPayload(event);
    if (!('user' in payload.data) || typeof payload.data.user !== 'string') return false;
    const { state } = this.#people.get(payload.data.user) ?? { state: initialState };
    return concernsRight(payload, state.kind === 'user' ? state.role : null);
  }

  #noteAccount(event: RecordedEvent): void {
    if (!Object.hasOwn(serviceAccountEvents, event.type)) return;
    const recorded = trustPayload(event) as AccountEvent;
    const { account } = recorded.data;
    const known = serviceAccountEvolution.evolve(this.#accounts.get(account) ?? null, recorded);
    if (known) this.#accounts.set(account, known);
  }

  #faultOf(event: RecordedEvent, { uid, role }: { uid: string; role: string }): string | null {
    const { type, stream } = event;
    const known = this.#people.get(uid);
    if (known?.state.kind !== 'user') return 'is nobody of the organisation at that position';
    const claimed = role === 'USER' ? 'EMPLOYEE' : role;
    // Sign-ins and ends of sessions rest on no right, and are recorded of those who lost theirs meanwhile.
    if (stream.startsWith('access-'))
      return known.roles.has(claimed) ? null : `claims the role ${role}, and never had it`;
    const { state } = known;
    if (claimed !== state.role) return `claims the role ${role}, and had the role ${state.role}`;
    if (state.status !== 'ACTIVE' && !this.#isConfirming(uid)) return `was not active, but ${state.status}`;
    const right = isEventType(type) ? catalogue[type].right : null;
    if (right && !roleMay(state.role, right)) return `had the role ${role}, which does not allow this`;
    return faultOfClaim(trustPayload(event), state);
  }

  /** People answer their code before they are ACTIVE. */
  #isConfirming(uid: string): boolean {
    return this.#pending.some(
      ({ type, data }) => (type === 'UserConfirmed' || type === 'UserReconfirmed') && data.user === uid,
    );
  }

  #settle(next: string): void {
    this.#command = next;
    for (const event of this.#pending) {
      const { user } = event.data;
      const known = this.#people.get(user) ?? { state: initialState, roles: new Set<string>() };
      known.state = evolve(known.state, event);
      if (known.state.kind === 'user') known.roles.add(known.state.role);
      this.#people.set(user, known);
    }
    this.#pending = [];
  }
}
