import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { Assignment } from '#events/training/events.ts';
import type { Intent } from '#app/kit/command/command.ts';

/** Optional input: the token of the preview that the person saw. Without it nothing is compared. */
export const previewTokenInput = { previewToken: z.string().max(200).optional() };

/** The input that decides who is assigned. */
interface AssignmentInput {
  departments?: readonly string[] | undefined;
  effectiveAt?: Instant | null | undefined;
  waiveTraining?: boolean | undefined;
}

type Writes = Intent<unknown>['writes'];

/** The people whom these writes newly assign. */
export const assignedIn = (writes: Writes): Assignment[] =>
  writes.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'TrainingAssigned' ? event.data.assignments : [])),
  );

/** The people whom these writes record as trained by a signature on an earlier version. */
export const carriedIn = (writes: Writes): string[] =>
  writes.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'TrainingCarriedOver' ? event.data.records.map(({ user }) => user) : [])),
  );

const digest = (parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...parts].sort()))
    .digest('base64url')
    .slice(0, 22);

/**
 * The token that a form carries from preview to command: the number of people, and digests of the input and of the
 * people. Due dates that count from the assignment are not part of it.
 */
export function previewTokenOf(
  { departments = [], effectiveAt, waiveTraining = false }: AssignmentInput,
  writes: Writes,
): string {
  const people = assignedIn(writes).map(({ user }) => user);
  const gone = writes.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'TrainingCancelled' ? event.data.records.map(({ user }) => user) : [])),
  );
  const question = [...departments, `at ${effectiveAt ?? ''}`, `waived ${waiveTraining}`];
  return [
    people.length,
    digest(question),
    digest([
      ...people,
      ...gone.map((user) => `without ${user}`),
      ...carriedIn(writes).map((user) => `carried ${user}`),
    ]),
  ].join('.');
}

const people = (count: string | undefined): string => (count === '1' ? 'one person' : `${count ?? '0'} people`);

/** Accepts a command that does what its preview showed, or has no token; else refuses it with the difference. */
export function checkPreview<O>(
  asked: AssignmentInput & { previewToken?: string | undefined },
  intent: Result<Intent<O>>,
) {
  if (!intent.ok || !asked.previewToken) return intent;
  const previewToken = previewTokenOf(asked, intent.value.writes);
  if (previewToken === asked.previewToken) return ok(intent.value);
  const [was, question] = asked.previewToken.split('.');
  const [is, asksNow] = previewToken.split('.');
  if (question !== asksNow) {
    return refuse('preview_outdated', {
      detail: 'The preview was for other departments, for another date or for another choice about training.',
    });
  }
  const detail =
    was === is
      ? `They are still ${people(is)}, but not the same.`
      : `Members changed: it was ${people(was)} when it was shown, and is ${people(is)} now.`;
  return refuse('preview_outdated', { detail });
}
