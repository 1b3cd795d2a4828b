import type { CompiledQuery, Kysely, QueryExecutorProvider } from 'kysely';
import type { Named } from '#app/database/read-transaction.ts';

/** What Kysely builds, or a text of one's own. */
interface Statement<O> {
  compile(by: QueryExecutorProvider): CompiledQuery<O>;
}

/**
 * Answers the rows of a statement of which each connection keeps the plan. For the few that are asked anew for each person or each document
 * after every event, and whose planning takes longer than their work; a plan that is kept is memory of every connection. `name` stands for one text alone,
 * and the plan is the same for all parameters: what decides between indexes is to be a literal in it. It names each
 * column (no `*`): where a migration adds one beside a server that runs, a kept plan with another result is refused until the connection ends.
 */
export async function withKeptPlan<Tables, O>(db: Kysely<Tables>, name: string, query: Statement<O>): Promise<O[]> {
  const statement: CompiledQuery<O> & Named = { ...query.compile(db), name };
  const { rows } = await db.executeQuery<O>(statement);
  return rows;
}
