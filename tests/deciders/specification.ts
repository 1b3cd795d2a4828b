import { expect } from 'vitest';
import { fold, type DomainEvent } from '#events/decider.ts';
import type { Failure, FailureCode } from '#events/failures.ts';
import type { Decider } from '#tests/deciders/rules.ts';

interface Then<E extends DomainEvent> {
  /** Exactly these events, in this order. */
  then(...events: E[]): void;
  /** Exactly these event types, in this order. */
  thenTypes(...types: E['type'][]): readonly E[];
  thenNothing(): void;
  thenRefused(code: FailureCode): Failure;
}

/** given(events).when(command).then(events), or a refusal: the shape of every decider test. */
export const specify = <C, E extends DomainEvent, S>(decider: Decider<C, E, S>) => ({
  given: (...events: readonly E[]) => ({
    when(command: C): Then<E> {
      const decision = decider.decide(command, fold(decider, events));
      const recorded = (): readonly E[] => {
        if (!decision.ok) expect.fail(`refused: ${JSON.stringify(decision.failure)}`);
        return decision.events;
      };
      return {
        then: (...expected) => expect(recorded()).toEqual(expected),
        thenTypes(...types) {
          expect(recorded().map((event) => event.type)).toEqual(types);
          return recorded();
        },
        thenNothing: () => expect(recorded()).toEqual([]),
        thenRefused(code) {
          if (decision.ok) expect.fail(`not refused: ${JSON.stringify(decision.events)}`);
          expect(decision.failure.code).toBe(code);
          return decision.failure;
        },
      };
    },
  }),
});

/** What the detail of a refusal about routes and deputies says: the clause that it rests on, and who can do it. */
export const clauseAndWho = /\((21 CFR|EU GMP|ISO 13485) [\d.()a-z]+\)\..* ?Who can: /;
