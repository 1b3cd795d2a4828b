import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { generateSecret, verifySync } from 'otplib';
import { addMs, type Instant } from '#events/time.ts';
import { deriveKey, type Secret } from '#app/adapters/secrets/derive-key.ts';
import { createSafe } from '#app/adapters/secrets/safe.ts';
import type { IdentityDatabase } from './accounts.ts';

/** An authenticator app of a person, or one that is being set up. */
export interface App {
  readonly org: string;
  readonly user: string;
  readonly uid: string;
}

/** Secrets of one-time codes (RFC 6238), and recovery codes. Which app counts, the ledger says. */
export interface SecondFactors {
  /**
   * The app that the person is setting up: the same for an hour. `enrolled`: the uid of the one that counts, or null.
   * `secret`: base32.
   */
  pending(of: Omit<App, 'uid'> & { enrolled: string | null; now: Instant }): Promise<{ uid: string; secret: string }>;
  /** Whether this is a code of the app that was not used before, within one step of 30 seconds; uses it. */
  useCode(app: App, typed: { code: string; now: Instant }): Promise<boolean>;
  /** Ten new recovery codes. Those before count no more. */
  issueRecoveryCodes(of: Omit<App, 'uid'>): Promise<string[]>;
  /** Whether this is a recovery code that was not used before; uses it. */
  useRecoveryCode(of: Omit<App, 'uid'>, typed: { code: string; now: Instant }): Promise<boolean>;
  /** Recovery codes that are left. */
  recoveryCodesLeft(of: Omit<App, 'uid'>): Promise<number>;
  /** Deletes the secrets of a person's other apps; all of them and the recovery codes where `keep` is null. */
  forget(of: Omit<App, 'uid'> & { keep: string | null }): Promise<void>;
}

/** A step either way (RFC 6238 section 5.2), in seconds: clocks of telephones differ. */
const window = 30;
const pendingMs = 3_600_000;
const codes = 10;
/** 32 signs without I, L, O and U: ten of them are 50 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a person typed, without spaces and dashes. */
const plain = (typed: string): string => typed.toUpperCase().replace(/[\s‐-―-]/gu, '');

const newRecoveryCode = (): string => Array.from(randomBytes(10), (byte) => alphabet.charAt(byte % 32)).join('');

/** Two groups of five, as the page shows it. */
const shown = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

export function createSecondFactors(database: IdentityDatabase, secretKey: Secret): SecondFactors {
  const safe = createSafe(secretKey, 'one-time codes');
  const nameOf = ({ org, user, uid }: App): string => [org, user, uid].join('\0');
  const open = (secret: Buffer, app: App): string | undefined => safe.open(secret, nameOf(app))?.toString('utf8');
  const key = deriveKey(secretKey, 'recovery code');
  const hashOf = (user: string, code: string): Buffer => createHmac('sha256', key).update(`${user}\0${code}`).digest();

  return {
    pending: ({ org, user, enrolled, now }) =>
      database.tenant(org, async (trx) => {
        const begun = await trx
          .selectFrom('identity.totp')
          .select(['uid', 'secret'])
          .where('org_id', '=', org)
          .where('user_uid', '=', user)
          .where('created_at', '>', addMs(now, -pendingMs))
          .$if(enrolled !== null, (query) => query.where('uid', '!=', enrolled))
          .orderBy('created_at', 'desc')
          .executeTakeFirst();
        const known = begun && open(begun.secret, { org, user, uid: begun.uid });
        if (begun && known) return { uid: begun.uid, secret: known };
        const app = { org, user, uid: randomUUID() };
        const secret = generateSecret();
        const locked = safe.lock(Buffer.from(secret), nameOf(app));
        await trx
          .insertInto('identity.totp')
          .values({ org_id: org, uid: app.uid, user_uid: user, secret: locked, created_at: now })
          .execute();
        return { uid: app.uid, secret };
      }),

    useCode: (app, { code, now }) =>
      database.tenant(app.org, async (trx) => {
        const { org, uid } = app;
        const token = plain(code);
        if (!/^\d{6}$/.test(token)) return false;
        const row = await trx
          .selectFrom('identity.totp')
          .select('secret')
          .where('org_id', '=', org)
          .where('user_uid', '=', app.user)
          .where('uid', '=', uid)
          .executeTakeFirst();
        const secret = row && open(row.secret, app);
        if (!secret) return false;
        const epoch = Math.floor(Date.parse(now) / 1000);
        const found = verifySync({ secret, token, epoch, epochTolerance: window });
        if (!found.valid || !('timeStep' in found)) return false;
        // One statement, so that two processes do not both accept the same code.
        const { numUpdatedRows } = await trx
          .updateTable('identity.totp')
          .set({ last_step: String(found.timeStep) })
          .where('org_id', '=', org)
          .where('uid', '=', uid)
          .where('last_step', '<', String(found.timeStep))
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n;
      }),

    issueRecoveryCodes: ({ org, user }) =>
      database.tenant(org, async (trx) => {
        const issued = Array.from({ length: codes }, newRecoveryCode);
        await trx.deleteFrom('identity.recovery_code').where('org_id', '=', org).where('user_uid', '=', user).execute();
        await trx
          .insertInto('identity.recovery_code')
          .values(issued.map((code) => ({ org_id: org, user_uid: user, hash: hashOf(user, code) })))
          .execute();
        return issued.map(shown);
      }),

    useRecoveryCode: ({ org, user }, { code, now }) =>
      database.tenant(org, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('identity.recovery_code')
          .set({ used_at: now })
          .where('org_id', '=', org)
          .where('user_uid', '=', user)
          .where('hash', '=', hashOf(user, plain(code)))
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n;
      }),

    recoveryCodesLeft: ({ org, user }) =>
      database.tenant(org, async (trx) => {
        const { left } = await trx
          .selectFrom('identity.recovery_code')
          .select(({ fn }) => fn.countAll<string>().as('left'))
          .where('org_id', '=', org)
          .where('user_uid', '=', user)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow();
        return Number(left);
      }),

    forget: ({ org, user, keep }) =>
      database.tenant(org, async (trx) => {
        await trx
          .deleteFrom('identity.totp')
          .where('org_id', '=', org)
          .where('user_uid', '=', user)
          .$if(keep !== null, (query) => query.where('uid', '!=', keep ?? ''))
          .execute();
        if (keep !== null) return;
        await trx.deleteFrom('identity.recovery_code').where('org_id', '=', org).where('user_uid', '=', user).execute();
      }),
  };
}
