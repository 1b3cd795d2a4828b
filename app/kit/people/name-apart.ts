import { sql, type RawBuilder } from 'kysely';
import { ownRows } from '#app/kit/query/own-rows.ts';

/**
 * A person's name; with the email where another person of the organisation has the same name. `u`: their alias. `name`:
 * the column with the name that was recorded, where it is not today's.
 */
export const nameApart = (u: string, name = `${u}.full_name`): RawBuilder<string> => sql<string>`case when exists (
    select from ${ownRows('read.user_account')} same
    where same.full_name_folded = ${sql.ref(`${u}.full_name_folded`)} and same.uid <> ${sql.ref(`${u}.uid`)})
  then ${sql.ref(name)} || ' (' || ${sql.ref(`${u}.email`)} || ')' else ${sql.ref(name)} end`;
