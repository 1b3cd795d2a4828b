import { catalogue, isEventType, type E, type EventType } from '#events/catalogue.ts';
import type { Decision } from '#events/decider.ts';
import { refuse } from '#events/failures.ts';
import type { Principal } from '#events/permissions.ts';
import type { Scope } from '#events/service-account/scopes.ts';
import type { Role } from '#events/user/events.ts';

/** What accounts of before version 2 of `ServiceAccountCreated` could cause too. No command does it for them now. */
const allowedBefore: Partial<Record<EventType, readonly Scope[]>> = {
  StepCompleted: ['documents:write'],
  DocumentApproved: ['documents:write'],
  ApproverAdded: ['documents:write'],
  ApproverRemoved: ['documents:write'],
  ApproverReplaced: ['documents:write'],
  CommentResolved: ['documents:write'],
};

/**
 * Whether a service account with these scopes may cause an event: yes, for want of a scope not, or never. `wide`: by
 * the rule of before.
 */
export function mayCause(scopes: readonly Scope[], type: string, wide = false): 'yes' | 'no-scope' | 'never' {
  if (!isEventType(type)) return 'never';
  const some = [...catalogue[type].programs, ...((wide && allowedBefore[type]) || [])];
  if (some.length === 0) return 'never';
  return some.some((scope) => scopes.includes(scope)) ? 'yes' : 'no-scope';
}

/**
 * Whether an event gives a role above EMPLOYEE, or changes a person who has one (`role`) in more than departments. A
 * program causes none (21 CFR 11.10(g)). `role`: before the event; null for a newcomer.
 */
export function concernsRight({ type, data }: E, role: Role | null): boolean {
  const hasRight = role !== null && role !== 'EMPLOYEE';
  switch (type) {
    case 'UserInvited':
      return data.role !== 'EMPLOYEE';
    case 'UserEdited':
      return hasRight
        ? data.changes.length > 0
        : data.changes.some((change) => change.field === 'role' && change.new !== 'EMPLOYEE');
    case 'UserManagerChanged':
    case 'UserDeactivated':
    case 'UserReactivated':
    case 'VerificationCodeIssued':
    case 'EmailChangeRequested':
    case 'EmailChangeCancelled':
    case 'SessionsEnded':
      return hasRight;
    default:
      return false;
  }
}

const forPeople = 'A program gives no role above Employee, and changes nothing but the departments of who has one.';

/** A decision, refused where a program acts and an event takes a person. `role`: as `concernsRight`. */
export function unlessProgram<V extends E>(
  principal: Principal,
  decision: Decision<V>,
  role: Role | null = null,
): Decision<V> {
  if (!decision.ok || principal.kind !== 'user' || !principal.program) return decision;
  if (decision.events.some(({ type }) => catalogue[type].programs.length === 0))
    return refuse('service_account_forbidden');
  return decision.events.some((event) => concernsRight(event, role))
    ? refuse('service_account_forbidden', { detail: forPeople })
    : decision;
}
