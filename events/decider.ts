import type { Failure } from '#events/failures.ts';

/** An event's type and payload, before it is recorded. */
export interface DomainEvent<T extends string = string, D = unknown> {
  readonly type: T;
  readonly data: D;
}

/** What a rule says of a command: the events to record (none where nothing changes), or a refusal. */
export type Decision<E extends DomainEvent> = { ok: true; events: readonly E[] } | { ok: false; failure: Failure };

/**
 * The state that a stream's events leave. With the rules, pure functions of a command and this state, it is Chassaing's
 * Decider: time, new ids and the actor come in with the command. `evolve` must not fail: recorded events have happened.
 */
export interface Evolution<E extends DomainEvent, S> {
  readonly initialState: S;
  evolve(state: S, event: E): S;
}

/** Folds a stream's events, oldest first. */
export const fold = <E extends DomainEvent, S>(evolution: Evolution<E, S>, events: readonly E[]): S =>
  events.reduce((state, event) => evolution.evolve(state, event), evolution.initialState);

/**
 * Decides several commands as one, each on what the one before it leaves: a form that creates, attaches and sends at
 * once. The first refusal refuses them all.
 */
export function decideInTurn<E extends DomainEvent, S>(
  evolution: Evolution<E, S>,
  decisions: readonly ((state: S) => Decision<E>)[],
  start: S,
): Decision<E> {
  const events: E[] = [];
  let state = start;
  for (const decide of decisions) {
    const decision = decide(state);
    if (!decision.ok) return decision;
    events.push(...decision.events);
    state = decision.events.reduce((folded, event) => evolution.evolve(folded, event), state);
  }
  return { ok: true, events };
}
