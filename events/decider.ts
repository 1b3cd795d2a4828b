import type { Failure } from '#events/failures.ts';

/** An event's type and payload, before it is recorded. */
export interface DomainEvent<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
}

/** What a decision says: the events to record (none where nothing changes), or a refusal. */
export type Decision<E extends DomainEvent> = { ok: true; events: readonly E[] } | { ok: false; failure: Failure };

/**
 * Chassaing's Decider: two pure functions and a beginning. Time, new ids and the actor come in with the command.
 * `evolve` must not fail: an event that is in the ledger has happened.
 */
export interface Decider<C, E extends DomainEvent, S> {
  readonly initialState: S;
  decide(command: C, state: S): Decision<E>;
  evolve(state: S, event: E): S;
}

/** Folds a stream's events, oldest first. */
export const fold = <C, E extends DomainEvent, S>(decider: Decider<C, E, S>, events: readonly E[]): S =>
  events.reduce((state, event) => decider.evolve(state, event), decider.initialState);

/**
 * Decides several commands as one, each on what the one before it leaves: a form that creates, attaches and sends at
 * once. The first refusal refuses them all.
 */
export function decideInTurn<C, E extends DomainEvent, S>(
  decider: Decider<C, E, S>,
  commands: readonly C[],
  start: S,
): Decision<E> {
  const events: E[] = [];
  let state = start;
  for (const command of commands) {
    const decision = decider.decide(command, state);
    if (!decision.ok) return decision;
    events.push(...decision.events);
    state = decision.events.reduce((folded, event) => decider.evolve(folded, event), state);
  }
  return { ok: true, events };
}
