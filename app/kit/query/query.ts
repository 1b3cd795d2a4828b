import type { z } from 'zod';
import type { Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { roleMay, type Action } from '#events/permissions.ts';
import { fieldMessages, refuse, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';

/** A read transaction of one organisation. */
export interface SharedContext {
  readonly org: string;
  readonly db: Kysely<Database>;
  readonly ports: Ports;
  readonly now: Instant;
}

/** The same for a query whose result depends on the viewer. */
export interface QueryContext extends SharedContext {
  readonly viewer: Viewer;
}

interface Declaration<S extends z.ZodType> {
  readonly name: string;
  readonly input: S;
  readonly permission: Action | 'signed-in';
}

/**
 * A query of a screen and of the API, with its input and permission. With `cache` a result counts for one ledger
 * position and one minute: for its viewer, or (`shared`) for everybody with the permission.
 */
export type Query<S extends z.ZodType, O> = Declaration<S> &
  (
    | { readonly cache?: 'viewer'; run(input: z.output<S>, context: QueryContext): Promise<Result<O>> }
    | { readonly cache: 'shared'; run(input: z.output<S>, context: SharedContext): Promise<Result<O>> }
  );

export const query = <S extends z.ZodType, O>(definition: Query<S, O>): Query<S, O> => definition;

/** The viewer, and the time. */
export interface Asking {
  ports: Ports;
  viewer: Viewer;
  now: Instant;
  /** The ledger position to ask as of (decimal text), where it is not the latest; `now` is the moment then. */
  asOf?: string | null;
}

export type Ask = <S extends z.ZodType, O>(definition: Query<S, O>, input: z.input<S>) => Promise<Result<O>>;

/** Runs a query for a signed-in person in one read transaction of their organisation. */
export const ask = <S extends z.ZodType, O>(
  definition: Query<S, O>,
  input: z.input<S>,
  asking: Asking,
): Promise<Result<O>> => atOnePosition(asking, (one) => one(definition, input));

/** Runs several queries in one read transaction, at one ledger position. */
export function atOnePosition<T>(
  { ports, viewer, now, asOf = null }: Asking,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { org } = viewer;
  const on = (db: Kysely<Database>, position?: () => Promise<string>) =>
    work((definition, input) => answer(definition, input, { org, db, ports, now, viewer }, position));
  return asOf === null ? ports.database.read(org, on) : ports.database.past(org, asOf, on);
}

async function answer<S extends z.ZodType, O>(
  definition: Query<S, O>,
  input: z.input<S>,
  context: QueryContext,
  /** Missing in the past, of which nothing is cached. */
  position?: () => Promise<string>,
): Promise<Result<O>> {
  const { viewer, org, now, ports } = context;
  const { name, permission, cache } = definition;
  if (permission !== 'signed-in' && !roleMay(viewer.role, permission)) return refuse('not_allowed');
  const parsed = definition.input.safeParse(input);
  if (!parsed.success) return refuse('invalid_input', { fields: fieldMessages(parsed.error) });
  const run = () => definition.run(parsed.data, context);
  if (cache === undefined || !position) return run();
  const minute = now.slice(0, 16);
  const reader = cache === 'shared' ? [] : [viewer.role, viewer.uid];
  return ports.queryCache.result([org, await position(), minute, name, parsed.data, ...reader], run);
}
