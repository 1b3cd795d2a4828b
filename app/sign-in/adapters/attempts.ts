import { createHmac } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { controlsOf } from '#events/organisation/controls.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { addMs, instantOf, minuteMs, type Instant } from '#events/time.ts';
import type { Database as Tables } from '#app/adapters/database/schema.ts';
import { deriveKey, type Secret } from '#app/adapters/secrets/derive-key.ts';
import { normalEmail, type IdentityDatabase } from './accounts.ts';
import { networkOf } from './network.ts';
import { createRateLimit } from './rate-limit.ts';

/** `untilUnlocked`: a lock stays until an admin ends it. */
export type Lockout = OrganisationSettings['lockout'] & { untilUnlocked: boolean };

/** The lockout of an organisation with these settings. */
export const lockoutOf = (settings: OrganisationSettings): Lockout => ({
  ...settings.lockout,
  untilUnlocked: controlsOf(settings).unlockByAdmin,
});

/** Failures that one network address may cause for all accounts together: many people share an office's address. */
export interface AddressLimit {
  failures: number;
  withinMinutes: number;
}
export const defaultAddressLimit: AddressLimit = { failures: 300, withinMinutes: 15 };

/** A lock. `until`: null where only an admin ends it. */
export interface Lock {
  until: Instant | null;
}

/** Whether a credential may be checked. */
export type Admission =
  | { kind: 'admitted' }
  | ({ kind: 'locked' } & Lock)
  | { kind: 'address_limited'; seconds: number };

/** Where a password is typed: at the sign-in page by anybody, or by the person of an open session. */
export type Place = 'sign_in' | 'session';

/** Whose account is tried: a person's uid, or an address that nobody has. */
export type Tried = { user: string } | { email: string };

/** One try at a credential. `address`: the network address that it came from. */
export interface Attempt {
  tried: Tried;
  place: Place;
  address: string | null;
  now: Instant;
  lockout: Lockout;
}

/**
 * Tries at the sign-in page and in the person's own sessions count apart. A lock from the sign-in page, which a
 * stranger can cause, stops signing in alone; a lock from a session stops both.
 */
export interface Attempts {
  /** Whether the password is worth checking. Reserves nothing. Known and unknown addresses are treated alike. */
  admit(attempt: Attempt): Promise<Admission>;
  /**
   * Records a failure: the lock that it caused, or that others caused while the password was checked, else null.
   * Simultaneous guesses get no more answers than the failures that a lockout allows.
   */
  failed(attempt: Attempt): Promise<(Lock & { caused: boolean }) | null>;
  /** Forgets the failures: the right password was typed. The lock that others caused meanwhile, else null. */
  succeeded(attempt: Attempt): Promise<Lock | null>;
  /** Forgets the failures and a lock that ends by itself: the mailbox's owner set a new password. */
  forget(tried: Tried): Promise<void>;
  /** Ends every lock: an admin does. */
  unlock(tried: Tried): Promise<void>;
  /** The longest current lock, or null. */
  lockOf(tried: Tried, now: Instant): Promise<Lock | null>;
}

/** The end of a lock that only an admin ends, as the table holds it. */
const whenUnlocked = '9999-12-31T00:00:00.000Z';
const lockAs = (until: Instant): Lock => ({ until: until === whenUnlocked ? null : until });

/**
 * Counts failures in an exact sliding window, in PostgreSQL under a row lock, so that the lockout holds across
 * processes. A limit per network address stands in front.
 */
export function createAttempts(options: {
  database: IdentityDatabase;
  secretKey: Secret;
  addressLimit?: AddressLimit;
}): Attempts {
  const { database, secretKey, addressLimit: limit = defaultAddressLimit } = options;
  const limitOf = (name: string) =>
    createRateLimit(database, { name, points: limit.failures, seconds: limit.withinMinutes * 60 });
  const addresses: Record<Place, ReturnType<typeof limitOf>> = {
    sign_in: limitOf('address'),
    session: limitOf('address-session'),
  };
  // Hashed with a key, so that the table does not list the email addresses that were tried.
  const key = deriveKey(secretKey, 'sign-in attempts');
  const subjectOf = (tried: Tried, place: Place): Buffer => {
    const account = 'user' in tried ? tried.user : normalEmail(tried.email);
    return createHmac('sha256', key)
      .update(place === 'sign_in' ? account : `${place} ${account}`)
      .digest();
  };
  const subjectsOf = (tried: Tried): Buffer[] => [subjectOf(tried, 'sign_in'), subjectOf(tried, 'session')];

  /** Runs `work` on the account's row, locked, and writes the row that it answers. */
  const withRow = <T>(
    { tried, place, now }: Attempt,
    work: (row: AttemptRow) => { result: T; write?: AttemptRow },
  ): Promise<T> =>
    database.kysely.transaction().execute(async (trx) => {
      const subject = subjectOf(tried, place);
      const { result, write } = work(await lockRow(trx, subject, now));
      if (write)
        await trx
          .updateTable('identity.attempt')
          .set({ failures: write.failures, locked_until: write.lockedUntil, touched_at: now })
          .where('subject', '=', subject)
          .execute();
      return result;
    });

  /** Whether nothing is counted for a subject. */
  const isClear = async (subject: Buffer): Promise<boolean> => {
    const row = await database.kysely
      .selectFrom('identity.attempt')
      .select('subject')
      .where('subject', '=', subject)
      .where(sql<boolean>`(cardinality(failures) > 0 or locked_until is not null)`)
      .executeTakeFirst();
    return row === undefined;
  };

  const lockOf = async (subjects: Buffer[], now: Instant): Promise<Lock | null> => {
    const row = await database.kysely
      .selectFrom('identity.attempt')
      .select('locked_until')
      .where('subject', 'in', subjects)
      .where('locked_until', '>', now)
      .orderBy('locked_until', 'desc')
      .executeTakeFirst();
    return row?.locked_until ? lockAs(row.locked_until) : null;
  };

  return {
    async admit({ tried, place, address, now }) {
      const seconds = address === null ? null : await addresses[place].check(networkOf(address));
      if (seconds !== null) return { kind: 'address_limited', seconds };
      const lock = await lockOf(place === 'sign_in' ? subjectsOf(tried) : [subjectOf(tried, place)], now);
      return lock === null ? { kind: 'admitted' } : { kind: 'locked', ...lock };
    },
    async failed(attempt) {
      const { address, place, now, lockout } = attempt;
      if (address !== null) await addresses[place].take(networkOf(address));
      return withRow<(Lock & { caused: boolean }) | null>(attempt, (row) => {
        if (isLocked(row, now)) return { result: { ...lockAs(row.lockedUntil), caused: false } };
        const failures = [...within(row.failures, now, lockout), now];
        if (failures.length < lockout.failures) return { result: null, write: { failures, lockedUntil: null } };
        const until = lockout.untilUnlocked ? whenUnlocked : addMs(now, lockout.forMinutes * minuteMs);
        return { result: { ...lockAs(until), caused: true }, write: { failures: [], lockedUntil: until } };
      });
    },
    // Most people have no failures: without a write nothing waits for the disk at each signature.
    succeeded: async (attempt) =>
      (await isClear(subjectOf(attempt.tried, attempt.place)))
        ? null
        : withRow<Lock | null>(attempt, (row) =>
            isLocked(row, attempt.now)
              ? { result: lockAs(row.lockedUntil) }
              : { result: null, write: { failures: [], lockedUntil: null } },
          ),
    async forget(tried) {
      // Emptied, not deleted: another attempt may be waiting for the row.
      await database.kysely
        .updateTable('identity.attempt')
        .set({
          failures: [],
          locked_until: sql<string | null>`case when locked_until = ${whenUnlocked}::timestamptz then locked_until end`,
        })
        .where('subject', 'in', subjectsOf(tried))
        .execute();
    },
    async unlock(tried) {
      await database.kysely
        .updateTable('identity.attempt')
        .set({ failures: [], locked_until: null })
        .where('subject', 'in', subjectsOf(tried))
        .execute();
    },
    lockOf: (tried, now) => lockOf(subjectsOf(tried), now),
  };
}

interface AttemptRow {
  failures: Instant[];
  lockedUntil: Instant | null;
}

const isLocked = (row: AttemptRow, now: Instant): row is AttemptRow & { lockedUntil: Instant } =>
  row.lockedUntil !== null && row.lockedUntil > now;

async function lockRow(trx: Kysely<Tables>, subject: Buffer, now: Instant): Promise<AttemptRow> {
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
  return { failures: row.failures.map(instantOf), lockedUntil: row.locked_until };
}

/** Failures of the last `withinMinutes`, oldest first. */
function within(failures: readonly Instant[], now: Instant, lockout: Lockout): Instant[] {
  const since = addMs(now, -lockout.withinMinutes * minuteMs);
  return failures.filter((at) => at > since).sort();
}
