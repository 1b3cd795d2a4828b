import { sql, type RawBuilder } from 'kysely';
import { ownRows } from '#app/kit/query/own-rows.ts';

/**
 * The functional area that somebody means: as it was first written, compared by `read.name_key`; the given name where
 * there is no such area. Computed once a statement.
 */
export const areaNamed = (given: string): RawBuilder<string> => sql<string>`(
  select coalesce(
    (select name from ${ownRows('read.functional_area')} a where read.name_key(name) = read.name_key(${given}::text)
     order by name <> ${given}::text limit 1),
    ${given}::text))`;
