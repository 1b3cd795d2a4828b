import { sql, type RawBuilder } from 'kysely';

/** Whether a row of `read.user_account` has each of these words in the name or the email. */
export const personNamed = (q: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    q
      .split(' ')
      .map(
        (word) =>
          sql`(position(read.folded(${word}) in full_name_folded) > 0 or position(lower(${word}) in email) > 0)`,
      ),
    sql` and `,
  )}`;
