import type { Pool } from 'pg';
import type { PasswordBinding, StoredPassword } from '#app/adapters/secrets/passwords.ts';

/** A sentence for each person whose stored hash this installation did not make for them. Reads as the owner. */
export async function exchangedPasswords(pool: Pool, org: string, binding: PasswordBinding): Promise<string[]> {
  const { rows } = await pool.query<StoredPassword>(
    `select org_id as org, user_uid as "user", password_hash as hash, password_mac as mac,
            to_char(password_set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "setAt"
     from identity.credential where org_id = $1 order by user_uid`,
    [org],
  );
  return rows
    .filter((row) => !binding.isBound(row))
    .map(
      ({ user }) =>
        `the password of person ${user} was not set by this installation: its hash was exchanged, or SECRET_KEY was`,
    );
}
