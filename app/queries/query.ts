import type { z } from 'zod';
import type { Kysely } from 'kysely';
import type { Database } from '#app/database/schema.ts';
import type { Ports } from '#app/ports.ts';
import type { Folded } from '#app/queries/query-cache.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { roleMay, type Action } from '#events/permissions.ts';
import { fieldMessages, refuse, type Result } from '#events/failures.ts';

/** What a query reads with: one read-only snapshot of the viewer's organisation alone. */
export interface QueryContext {
  readonly viewer: Viewer;
  readonly db: Kysely<Database>;
  readonly ports: Ports;
  readonly now: string;
  /** Works an answer out that follows from the ledger alone, or gives the one that was worked out at the same position. */
  readonly folded: Folded;
}

/** One question that a person can ask, behind both doors. It declares its input and who may. */
export interface Query<S extends z.ZodType, O> {
  readonly name: string;
  readonly input: S;
  readonly permission: Action | 'signed-in';
  run(input: z.output<S>, context: QueryContext): Promise<Result<O>>;
}

export const query = <S extends z.ZodType, O>(definition: Query<S, O>): Query<S, O> => definition;

/** Who asks, and when (ISO 8601 in UTC). */
export interface Asking {
  ports: Ports;
  viewer: Viewer;
  now: string;
}

export type Ask = <S extends z.ZodType, O>(definition: Query<S, O>, input: z.input<S>) => Promise<Result<O>>;

/** Runs a query for a signed-in person in one snapshot of that person's organisation. */
export const ask = <S extends z.ZodType, O>(
  definition: Query<S, O>,
  input: z.input<S>,
  asking: Asking,
): Promise<Result<O>> => atOnePosition(asking, (one) => one(definition, input));

/**
 * Runs several queries in one snapshot, which costs less than one for each. Answers that are known at the position at which the person was
 * read need none; where the ledger has moved on since and something else is to be read, `work` is begun again at the snapshot's position.
 */
export function atOnePosition<T>(asking: Asking, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { ports, viewer } = asking;
  const { org, position: known } = viewer;
  return ports.database.read(org, (db, position) =>
    ports.answers.inOneMoment({ org, known, position }, (folded) => {
      const context = { ...asking, db, folded };
      return work((definition, input) => answer(definition, input, context));
    }),
  );
}

async function answer<S extends z.ZodType, O>(
  definition: Query<S, O>,
  input: z.input<S>,
  context: QueryContext,
): Promise<Result<O>> {
  if (definition.permission !== 'signed-in' && !roleMay(context.viewer.role, definition.permission))
    return refuse('not_allowed');
  const parsed = definition.input.safeParse(input);
  if (!parsed.success) return refuse('invalid_input', { fields: fieldMessages(parsed.error) });
  return definition.run(parsed.data, context);
}
