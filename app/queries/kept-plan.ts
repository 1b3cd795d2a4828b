import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Named } from '#app/database/moment.ts';

/**
 * Answers the rows of a statement of which each connection keeps the plan. For the few that are asked anew for each person after every event,
 * and whose planning takes longer than their work; a plan that is kept is memory of every connection. `name` stands for one text alone,
 * and the plan is the same for all parameters: what decides between indexes is to be a literal in it.
 */
export async function withKeptPlan<Tables, O>(db: Kysely<Tables>, name: string, query: Compilable<O>): Promise<O[]> {
  const statement: CompiledQuery<O> & Named = { ...query.compile(), name };
  const { rows } = await db.executeQuery<O>(statement);
  return rows;
}
