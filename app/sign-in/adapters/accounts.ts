import { isStorableText } from '#events/text.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { Instant } from '#events/time.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { Database as Tables } from '#app/adapters/database/schema.ts';
import { settingsOf } from './organisation-settings.ts';
import type { EndedSession } from '#app/kit/session/sessions.ts';
import { endSessions } from './session-ends.ts';
import type { Passwords, StoredPassword } from '#app/adapters/secrets/passwords.ts';

/** What identity needs of the database: transactions within one organisation, and functions that look across. */
export type IdentityDatabase = Pick<Database, 'pool' | 'kysely' | 'tenant'>;

/**
 * A person found by email address, in whatever organisation. The password's hash stays inside app/sign-in/adapters.
 */
export interface Account {
  readonly org: string;
  readonly user: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly status: UserStatus;
  /** Null where no password was ever set. */
  readonly passwordSetAt: Instant | null;
  readonly settings: OrganisationSettings;
}

/** A person who has an address, or is to have it once it is confirmed. */
export type ChangingAccount = Omit<Account, 'passwordSetAt'>;

export interface AccountWithHash extends Account {
  readonly password: StoredPassword | null;
}

interface AccountRow {
  org_id: string;
  user_uid: string;
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  status: UserStatus;
  password_hash: string | null;
  password_mac: Buffer | null;
  password_set_at: Instant | null;
  settings: unknown;
}

/** An address as it is stored and compared: without spaces around it, composed, lower case. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

export const withoutHash = ({ password: _password, ...account }: AccountWithHash): Account => account;

type PersonRow = Omit<AccountRow, 'password_hash' | 'password_mac' | 'password_set_at'>;

const personOf = (row: PersonRow): Omit<Account, 'passwordSetAt'> => ({
  org: row.org_id,
  user: row.user_uid,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  status: row.status,
  settings: settingsOf(row.settings),
});

export async function findAccount(pool: Pool, email: string): Promise<AccountWithHash | null> {
  if (!isStorableText(email)) return null;
  const { rows } = await pool.query<AccountRow>('select * from identity.find_account($1)', [normalEmail(email)]);
  const row = rows[0];
  return row ? { ...personOf(row), password: storedPassword(row), passwordSetAt: row.password_set_at } : null;
}

async function findChanging(pool: Pool, email: string): Promise<ChangingAccount[]> {
  if (!isStorableText(email)) return [];
  const { rows } = await pool.query<PersonRow>('select * from identity.find_changing_account($1)', [
    normalEmail(email),
  ]);
  return rows.map(personOf);
}

/** A new password for a person. Its strength is checked before. */
export interface NewPassword {
  org: string;
  user: string;
  password: string;
  now: Instant;
}

const storedPassword = (row: AccountRow): StoredPassword | null =>
  row.password_hash !== null && row.password_mac !== null && row.password_set_at !== null
    ? {
        org: row.org_id,
        user: row.user_uid,
        setAt: row.password_set_at,
        hash: row.password_hash,
        mac: row.password_mac,
      }
    : null;

export interface Accounts {
  /** The person with this address in any organisation of the installation, or null. */
  find(email: string): Promise<Account | null>;
  /** The people who have this address, or are to have it once they have confirmed it. */
  findChanging(email: string): Promise<ChangingAccount[]>;
  /** Whether this is the person's password. Counts no failure, so it is not for anybody who may be guessing. */
  hasPassword(email: string, password: string): Promise<boolean>;
  /** Sets a password and ends no session: for a person who has none. */
  setPassword(change: NewPassword): Promise<void>;
  /**
   * Replaces a password and ends the person's other sessions (all but `keep`), atomically. `setBy`: the
   * command id with which the change is recorded. Returns what ended.
   */
  changePassword(change: NewPassword & { keep: string | null; setBy?: string }): Promise<EndedSession[]>;
  /** The command id of the change that set the person's present password; null where it was set otherwise. */
  setBy(of: { org: string; user: string }): Promise<string | null>;
}

/** Who can sign in, by email address. */
export function createAccounts({
  database,
  passwords,
}: {
  database: IdentityDatabase;
  passwords: Passwords;
}): Accounts {
  return {
    async find(email) {
      const found = await findAccount(database.pool, email);
      return found && withoutHash(found);
    },
    findChanging: (email) => findChanging(database.pool, email),
    async hasPassword(email, password) {
      const found = await findAccount(database.pool, email);
      return passwords.verify(found?.password ?? null, password);
    },
    async setPassword({ org, user, password, now }) {
      const stored = await passwords.hash(password, { org, user, setAt: now });
      await database.tenant(org, (trx) => storePassword(trx, stored));
    },
    async changePassword({ org, user, password, now, keep, setBy = null }) {
      const stored = await passwords.hash(password, { org, user, setAt: now });
      return database.tenant(org, async (trx) => {
        await storePassword(trx, stored, setBy);
        return endSessions(trx, { org, user, except: keep, because: 'password_changed', now });
      });
    },
    async setBy({ org, user }) {
      const found = await database.tenant(org, (trx) =>
        trx.selectFrom('identity.credential').select('set_by').where('user_uid', '=', user).executeTakeFirst(),
      );
      return found?.set_by ?? null;
    },
  };
}

/** Writes a password within a transaction of the person's organisation. */
export async function storePassword(
  trx: Kysely<Tables>,
  { org, user, setAt, hash, mac }: StoredPassword,
  setBy: string | null = null,
): Promise<void> {
  const secret = { password_hash: hash, password_mac: mac, password_set_at: setAt, set_by: setBy };
  await trx
    .insertInto('identity.credential')
    .values({ org_id: org, user_uid: user, ...secret })
    .onConflict((conflict) => conflict.constraint('credential_pk').doUpdateSet(secret))
    .execute();
}
