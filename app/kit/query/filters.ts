import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { invalidFilter } from '#events/texts.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** What the lists of records and approvals are narrowed to. */
export const recordFilters = {
  user: z.uuid().optional(),
  department: z.uuid().optional(),
  document: z.uuid().optional(),
  changedSince: instant.optional(),
};

const tables = { user: 'read.user_account', department: 'read.department', document: 'read.document' } as const;

/**
 * Refuses, by name, each filter that names nothing of the organisation, so that a typing error is not an empty list.
 */
export async function filtersExist(
  db: Kysely<Database>,
  named: { [name in keyof typeof tables]?: string },
): Promise<Result<undefined>> {
  const names = (Object.keys(tables) as (keyof typeof tables)[]).filter((name) => named[name] !== undefined);
  if (names.length === 0) return ok(undefined);
  const there = names.map(
    (name) => sql<boolean>`exists (select from ${ownRows(tables[name])} named where uid = ${named[name]})`,
  );
  const { rows } = await sql<{ there: boolean[] }>`select array[${sql.join(there)}] as there`.execute(db);
  const missing = names.filter((_, index) => !rows[0]?.there[index]);
  if (missing.length === 0) return ok(undefined);
  return refuse('invalid_input', { fields: Object.fromEntries(missing.map((name) => [name, [invalidFilter[name]]])) });
}

/** Whether a person (a column) is in the department. */
export const isInDepartment = (user: string, department: string) => sql<boolean>`exists (
  select from ${ownRows('read.user_department')} m
  where m.user_uid = ${sql.ref(user)} and m.department_uid = ${department})`;
