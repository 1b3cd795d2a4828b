import type { z } from 'zod';
import type { Kysely } from 'kysely';
import type { Database } from '#app/database/schema.ts';
import type { Ports } from '#app/ports.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { roleMay, type Action } from '#events/permissions.ts';
import { fieldMessages, refuse, type Result } from '#events/failures.ts';

/** What a query reads with: one read-only snapshot of the viewer's organisation alone. */
export interface QueryContext {
  readonly viewer: Viewer;
  readonly db: Kysely<Database>;
  readonly ports: Ports;
  readonly now: string;
}

/** One question that a person can ask, behind both doors. It declares its input and who may. */
export interface Query<S extends z.ZodType, O> {
  readonly name: string;
  readonly input: S;
  readonly permission: Action | 'signed-in';
  run(input: z.output<S>, context: QueryContext): Promise<Result<O>>;
}

export const query = <S extends z.ZodType, O>(definition: Query<S, O>): Query<S, O> => definition;

/** Runs a query for a signed-in person in one snapshot of that person's organisation: that of `db` where one is given. */
export async function ask<S extends z.ZodType, O>(
  definition: Query<S, O>,
  input: z.input<S>,
  { db: shared, ...by }: { ports: Ports; viewer: Viewer; now: string; db?: Kysely<Database> | undefined },
): Promise<Result<O>> {
  if (definition.permission !== 'signed-in' && !roleMay(by.viewer.role, definition.permission))
    return refuse('not_allowed');
  const parsed = definition.input.safeParse(input);
  if (!parsed.success) return refuse('invalid_input', { fields: fieldMessages(parsed.error) });
  const run = (db: Kysely<Database>) => definition.run(parsed.data, { ...by, db });
  return shared ? run(shared) : by.ports.database.read(by.viewer.org, run);
}
