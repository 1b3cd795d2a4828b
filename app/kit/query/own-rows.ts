import { sql, type RawBuilder } from 'kysely';

/** The transaction's organisation in SQL that is written by hand; an error outside of such a transaction. */
const ownOrganisation = sql`current_setting('imprimatur.org')::uuid`;

/**
 * A table in SQL that is written by hand, with the rows of the transaction's organisation alone; it needs an alias.
 * Row-level security compares them once more.
 */
export const ownRows = (table: string): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(table)} where org_id = ${ownOrganisation})`;
