import { createHmac } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { Database as Tables } from '#app/database/schema.ts';
import { deriveKey, type Secret } from '#app/derive-key.ts';
import { normalEmail, type IdentityDatabase } from './accounts.ts';

export type Lockout = OrganisationSettings['lockout'];

/** Failures that one network address may cause, whoever's accounts they concern: many people share an office's address. */
export interface AddressLimit {
  failures: number;
  withinMinutes: number;
}
export const defaultAddressLimit: AddressLimit = { failures: 300, withinMinutes: 15 };

/** Whether a credential may be checked at all. `until`: ISO 8601 in UTC. */
export type Admission =
  | { kind: 'admitted' }
  | { kind: 'locked'; until: string }
  | { kind: 'address_limited'; seconds: number };

export interface Attempts {
  /**
   * Takes a place before a password is looked at, so that guesses sent at the same moment cannot slip by each other: a place
   * counts as a failure until `succeeded` gives it back. Known and unknown addresses are treated alike.
   */
  admit(attempt: { email: string; address: string | null; now: string; lockout: Lockout }): Promise<Admission>;
  /** Settles a failure. Answers the end of the lock where this failure caused it, else null. */
  failed(attempt: { email: string; address: string | null; now: string; lockout: Lockout }): Promise<string | null>;
  /** Forgets the failures and the lock: the right password was given, or the mailbox's owner set a new one. */
  succeeded(email: string): Promise<void>;
  /** The end of the lock that is in force, or null. */
  lockedUntil(email: string, now: string): Promise<string | null>;
}

const later = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/**
 * Counts failures per e-mail address in a sliding window, in PostgreSQL under a row lock, so that the limit holds across processes.
 * A limit per network address stands in front (rate-limiter-flexible, on the same database).
 */
export function createAttempts(options: {
  database: IdentityDatabase;
  secretKey: Secret;
  addressLimit?: AddressLimit;
}): Attempts {
  const { database, secretKey } = options;
  const limit = options.addressLimit ?? defaultAddressLimit;
  const addresses = new RateLimiterPostgres({
    storeClient: database.pool,
    storeType: 'pool',
    schemaName: 'identity',
    tableName: 'address_failure',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'address',
    points: limit.failures,
    duration: limit.withinMinutes * 60,
  });

  // Keyed, so that the table is no list of addresses that somebody tried.
  const subjectOf = (email: string): Buffer =>
    createHmac('sha256', deriveKey(secretKey, 'sign-in attempts')).update(normalEmail(email)).digest();

  const locked = <T>(
    email: string,
    now: string,
    work: (row: AttemptRow) => T & { write: AttemptRow | null },
  ): Promise<T> =>
    database.kysely.transaction().execute(async (trx) => {
      const subject = subjectOf(email);
      const row = await lockRow(trx, subject, now);
      const result = work(row);
      if (result.write)
        await trx
          .updateTable('identity.attempt')
          .set({ failures: result.write.failures, locked_until: result.write.lockedUntil, touched_at: now })
          .where('subject', '=', subject)
          .execute();
      return result;
    });

  return {
    async admit({ email, address, now, lockout }) {
      const seen = address === null ? null : await addresses.get(address);
      if (seen && seen.consumedPoints >= limit.failures)
        return { kind: 'address_limited', seconds: Math.ceil(seen.msBeforeNext / 1000) };
      const { admission } = await locked<{ admission: Admission }>(email, now, (row) => {
        if (row.lockedUntil !== null && row.lockedUntil > now)
          return { admission: { kind: 'locked', until: row.lockedUntil }, write: null };
        const recent = within(row.failures, now, lockout);
        const oldest = recent[recent.length - lockout.failures];
        // All places are taken by guesses that are being checked at this moment, or the limit was lowered meanwhile.
        if (oldest !== undefined)
          return { admission: { kind: 'locked', until: later(oldest, lockout.withinMinutes) }, write: null };
        return { admission: { kind: 'admitted' }, write: { failures: [...recent, now], lockedUntil: null } };
      });
      return admission;
    },
    async failed({ email, address, now, lockout }) {
      if (address !== null) await addresses.penalty(address);
      const { until } = await locked<{ until: string | null }>(email, now, (row) => {
        if (within(row.failures, now, lockout).length < lockout.failures) return { until: null, write: null };
        const lockedUntil = later(now, lockout.forMinutes);
        return { until: lockedUntil, write: { failures: [], lockedUntil } };
      });
      return until;
    },
    async succeeded(email) {
      // Emptied, not deleted: another attempt may be waiting for the row.
      await database.kysely
        .updateTable('identity.attempt')
        .set({ failures: [], locked_until: null })
        .where('subject', '=', subjectOf(email))
        .execute();
    },
    async lockedUntil(email, now) {
      const row = await database.kysely
        .selectFrom('identity.attempt')
        .select('locked_until')
        .where('subject', '=', subjectOf(email))
        .executeTakeFirst();
      return row?.locked_until && row.locked_until > now ? row.locked_until : null;
    },
  };
}

interface AttemptRow {
  failures: string[];
  lockedUntil: string | null;
}

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
