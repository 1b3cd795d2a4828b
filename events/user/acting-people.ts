import { isEventType, trustPayload, type EventType } from '#events/catalogue.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { roleMay, type Action } from '#events/permissions.ts';
import { role, userEvents, type Role } from '#events/user/events.ts';
import { evolve, initialState, type UserEvent, type UserState } from '#events/user/state.ts';

/** The right that these events rest on. */
const rightFor: Partial<Record<EventType, Action>> = {
  OrganisationSettingsChanged: 'organisation.change_settings',
  DepartmentCreated: 'department.create',
  DepartmentRenamed: 'department.rename',
  FunctionalAreaCreated: 'functional_area.create',
  UserInvited: 'user.invite',
  UserEdited: 'user.edit',
  UserDeactivated: 'user.deactivate',
  UserReactivated: 'user.reactivate',
  DocumentDeclaredExternallyEffective: 'document.declare_externally_effective',
  ApprovalGiven: 'approval.sign',
  ApprovalRejected: 'approval.sign',
  DocumentPublished: 'document.publish',
  EffectiveDateChanged: 'document.change_effective_date',
  DocumentRetired: 'document.retire',
};

/** A person before the command whose events are being read, and every role they had until now. */
interface Known {
  state: UserState;
  roles: Set<Role>;
}

/**
 * Folds roles and statuses of an organisation's people from its events in order, and says what an event's actor claims
 * without having it: a role, or to be ACTIVE. A command's own changes count from the next command on.
 */
export class ActingPeople {
  readonly #people = new Map<string, Known>();
  #command = '';
  /** The people's events of the command that is being read. */
  #pending: UserEvent[] = [];

  /** What is wrong with the actor of the next event, as a sentence; null where nothing is. */
  check(event: RecordedEvent): string | null {
    if (event.commandId !== this.#command) this.#settle(event.commandId);
    if (Object.hasOwn(userEvents, event.type)) this.#pending.push(trustPayload(event) as UserEvent);
    const { actor } = event;
    if (actor.kind !== 'user') return null;
    const known = this.#people.get(actor.uid);
    const name = `its actor ${actor.name} (${actor.uid})`;
    if (known?.state.kind !== 'user') return `${name} is nobody of the organisation at that position`;
    const claimed = role.safeParse(actor.role === 'USER' ? 'EMPLOYEE' : actor.role).data;
    // Sign-ins and ends of sessions rest on no right, and are recorded of those who lost theirs meanwhile.
    if (event.stream.startsWith('access-'))
      return claimed && known.roles.has(claimed) ? null : `${name} claims the role ${actor.role}, and never had it`;
    if (claimed !== known.state.role)
      return `${name} claims the role ${actor.role}, and had the role ${known.state.role}`;
    if (known.state.status !== 'ACTIVE' && !this.#isConfirming(actor.uid))
      return `${name} was not active, but ${known.state.status}`;
    const right = isEventType(event.type) ? rightFor[event.type] : undefined;
    return right && !roleMay(claimed, right) ? `${name} had the role ${claimed}, which does not allow this` : null;
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
      const known = this.#people.get(user) ?? { state: initialState, roles: new Set<Role>() };
      known.state = evolve(known.state, event);
      if (known.state.kind === 'user') known.roles.add(known.state.role);
      this.#people.set(user, known);
    }
    this.#pending = [];
  }
}
