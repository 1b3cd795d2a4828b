import { type Kysely, sql } from 'kysely';
import type { Instant } from '#events/time.ts';
import { Fault } from '#app/adapters/environment/fault.ts';
import { createPasswordBinding } from '#app/adapters/secrets/passwords.ts';
import type { Secret } from '#app/adapters/secrets/derive-key.ts';

/** The migration with which it runs. */
export const bindsPasswords = /-bind-passwords$/;

interface Row {
  org: string;
  user: string;
  hash: string;
  setAt: Instant;
}

/** Binds the passwords of an earlier release to their people, once, within the migration that adds the column. */
export async function bindPasswords(db: Kysely<unknown>, secret: Secret | undefined): Promise<void> {
  const { rows } = await sql<Row>`
    select org_id as org, user_uid as "user", password_hash as hash,
           to_char(password_set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "setAt"
    from identity.credential`.execute(db);
  if (rows.length > 0 && secret === undefined) throw new Fault('The passwords cannot be bound without SECRET_KEY.');
  for (const row of rows) {
    const mac = createPasswordBinding(secret!).macOf(row);
    await sql`update identity.credential set password_mac = ${mac}
    where org_id = ${row.org} and user_uid = ${row.user}`.execute(db);
  }
  await sql`alter table identity.credential alter column password_mac set not null`.execute(db);
}
