import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Assignment } from '#events/training/events.ts';
import type { Intent } from '#app/commands/command.ts';

/** An optional input: what a rehearsal showed to the person who now acts, as its `promise`. Without it nothing is held against the act. */
export const promised = { promise: z.string().max(200).optional() };

/** What decides who is assigned. `effectiveAt` is ISO 8601 in UTC. */
interface Asked {
  departments?: readonly string[] | undefined;
  effectiveAt?: string | null | undefined;
  waiveTraining?: boolean | undefined;
}

type Writes = Intent<unknown>['writes'];

/** Who would be newly assigned by these writes. */
export const assignedIn = (writes: Writes): Assignment[] =>
  writes.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'TrainingAssigned' ? event.data.assignments : [])),
  );

const digest = (parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...parts].sort()))
    .digest('base64url')
    .slice(0, 22);

/**
 * What a rehearsal shows, in a word that a form can carry: how many people, of which question, and exactly who. Due dates that count from
 * the moment of assignment are no part of it.
 */
export function promiseOf({ departments = [], effectiveAt, waiveTraining = false }: Asked, writes: Writes): string {
  const people = assignedIn(writes).map(({ user }) => user);
  const gone = writes.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'TrainingCancelled' ? event.data.records.map(({ user }) => user) : [])),
  );
  const question = [...departments, `at ${effectiveAt ?? ''}`, `waived ${waiveTraining}`];
  return [people.length, digest(question), digest([...people, ...gone.map((user) => `without ${user}`)])].join('.');
}

const people = (count: string | undefined): string => (count === '1' ? 'one person' : `${count ?? '0'} people`);

/** Lets an act through that does what was promised, or that nothing was promised of; refuses it, with what differs, where it would not. */
export function keepingPromise<O>(asked: Asked & { promise?: string | undefined }, intent: Result<Intent<O>>) {
  if (!intent.ok || !asked.promise) return intent;
  const promise = promiseOf(asked, intent.value.writes);
  if (promise === asked.promise) return ok(intent.value);
  const [was, question] = asked.promise.split('.');
  const [is, asksNow] = promise.split('.');
  if (question !== asksNow) {
    return refuse('rehearsal_outdated', {
      detail: 'The preview was for other departments, for another date or for another choice about training.',
    });
  }
  const detail =
    was === is
      ? `They are still ${people(is)}, but not the same.`
      : `Members changed: it was ${people(was)} when it was shown, and is ${people(is)} now.`;
  return refuse('rehearsal_outdated', { detail });
}
