import { createHmac } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { Database as Tables } from '#app/database/schema.ts';
import { deriveKey, type Secret } from '#app/derive-key.ts';
import { normalEmail, type IdentityDatabase } from './accounts.ts';
import { createRateLimit } from './rate-limit.ts';

export type Lockout = OrganisationSettings['lockout'];

/** Failures that one network address may cause for all accounts together: many people share an office's address. */
export interface AddressLimit {
  failures: number;
  withinMinutes: number;
}
export const defaultAddressLimit: AddressLimit = { failures: 300, withinMinutes: 15 };

/** Whether a credential may be checked. `until`: ISO 8601 in UTC. */
export type Admission =
  | { kind: 'admitted' }
  | { kind: 'locked'; until: string }
  | { kind: 'address_limited'; seconds: number };

/** One try at a credential. `now`: ISO 8601 in UTC; `address`: the network address that it came from. */
export interface Attempt {
  email: string;
  address: string | null;
  now: string;
  lockout: Lockout;
}

export interface Attempts {
  /** Whether the password is worth checking. Reserves nothing. Known and unknown addresses are treated alike. */
  admit(attempt: Attempt): Promise<Admission>;
  /**
   * Records a failure: the end of the lock that it caused, or that others caused while the password was checked, else null.
   * Simultaneous guesses get no more answers than the failures that a lockout allows.
   */
  failed(attempt: Attempt): Promise<{ until: string; caused: boolean } | null>;
  /** Forgets the failures: the right password was typed. The end of a lock that others caused meanwhile, else null. */
  succeeded(attempt: Attempt): Promise<string | null>;
  /** Forgets the failures and the lock: the mailbox's owner set a new password. */
  forget(email: string): Promise<void>;
  /** The end of the current lock, or null. */
  lockedUntil(email: string, now: string): Promise<string | null>;
}

const later = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/**
 * Counts failures per e-mail address in an exact sliding window, in PostgreSQL under a row lock, so that the lockout holds across
 * processes. A limit per network address stands in front.
 */
export function createAttempts(options: {
  database: IdentityDatabase;
  secretKey: Secret;
  addressLimit?: AddressLimit;
}): Attempts {
  const { database, secretKey, addressLimit: limit = defaultAddressLimit } = options;
  const addresses = createRateLimit(database, {
    name: 'address',
    points: limit.failures,
    seconds: limit.withinMinutes * 60,
  });
  // Hashed with a key, so that the table does not list the e-mail addresses that were tried.
  const key = deriveKey(secretKey, 'sign-in attempts');
  const subjectOf = (email: string): Buffer => createHmac('sha256', key).update(normalEmail(email)).digest();

  /** Runs `work` on the address's row, locked, and writes the row that it answers. */
  const withRow = <T>(
    email: string,
    now: string,
    work: (row: AttemptRow) => { result: T; write?: AttemptRow },
  ): Promise<T> =>
    database.kysely.transaction().execute(async (trx) => {
      const subject = subjectOf(email);
      const { result, write } = work(await lockRow(trx, subject, now));
      if (write)
        await trx
          .updateTable('identity.attempt')
          .set({ failures: write.failures, locked_until: write.lockedUntil, touched_at: now })
          .where('subject', '=', subject)
          .execute();
      return result;
    });

  /** Whether nothing is counted for an address. */
  const isClear = async (email: string): Promise<boolean> => {
    const row = await database.kysely
      .selectFrom('identity.attempt')
      .select('subject')
      .where('subject', '=', subjectOf(email))
      .where(sql<boolean>`(cardinality(failures) > 0 or locked_until is not null)`)
      .executeTakeFirst();
    return row === undefined;
  };

  const lockedUntil = async (email: string, now: string): Promise<string | null> => {
    const row = await database.kysely
      .selectFrom('identity.attempt')
      .select('locked_until')
      .where('subject', '=', subjectOf(email))
      .executeTakeFirst();
    return row?.locked_until && row.locked_until > now ? row.locked_until : null;
  };

  return {
    async admit({ email, address, now }) {
      const seconds = address === null ? null : await addresses.check(address);
      if (seconds !== null) return { kind: 'address_limited', seconds };
      const until = await lockedUntil(email, now);
      return until === null ? { kind: 'admitted' } : { kind: 'locked', until };
    },
    async failed({ email, address, now, lockout }) {
      if (address !== null) await addresses.take(address);
      return withRow<{ until: string; caused: boolean } | null>(email, now, (row) => {
        if (isLocked(row, now)) return { result: { until: row.lockedUntil, caused: false } };
        const failures = [...within(row.failures, now, lockout), now];
        if (failures.length < lockout.failures) return { result: null, write: { failures, lockedUntil: null } };
        const until = later(now, lockout.forMinutes);
        return { result: { until, caused: true }, write: { failures: [], lockedUntil: until } };
      });
    },
    // Most people have no failures: without a write nothing waits for the disk at each signature.
    succeeded: async ({ email, now }) =>
      (await isClear(email))
        ? null
        : withRow<string | null>(email, now, (row) =>
            isLocked(row, now)
              ? { result: row.lockedUntil }
              : { result: null, write: { failures: [], lockedUntil: null } },
          ),
    async forget(email) {
      // Emptied, not deleted: another attempt may be waiting for the row.
      await database.kysely
        .updateTable('identity.attempt')
        .set({ failures: [], locked_until: null })
        .where('subject', '=', subjectOf(email))
        .execute();
    },
    lockedUntil,
  };
}

interface AttemptRow {
  failures: string[];
  lockedUntil: string | null;
}

const isLocked = (row: AttemptRow, now: string): row is AttemptRow & { lockedUntil: string } =>
  row.lockedUntil !== null && row.lockedUntil > now;

async function lockRow(trx: Kysely<Tables>, subject: Buffer, now: string): Promise<AttemptRow> {
  await trx
    .insertInto('identity.attempt')
    .values({ subject, touched_at: now, locked_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('identity.attempt')
    .select(['locked_until', sql<string[]>`to_json(failures)`.as('failures')])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { failures: row.failures.map((at) => new Date(at).toISOString()), lockedUntil: row.locked_until };
}

/** Failures of the last `withinMinutes`, oldest first. */
function within(failures: readonly string[], now: string, lockout: Lockout): string[] {
  const since = later(now, -lockout.withinMinutes);
  return failures.filter((at) => at > since).sort();
}
