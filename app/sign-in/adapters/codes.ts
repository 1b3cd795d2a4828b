import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import { deriveKey, type Secret } from '#app/adapters/secrets/derive-key.ts';
import { findAccount, storePassword, withoutHash, type Account, type IdentityDatabase } from './accounts.ts';
import type { EndedSession } from '#app/kit/session/sessions.ts';
import { endSessions } from './session-ends.ts';
import type { Attempts } from './attempts.ts';
import type { Passwords } from '#app/adapters/secrets/passwords.ts';

export type CodePurpose = 'confirm' | 'reconfirm' | 'reset' | 'change-email';

/** Other passwords that may be tried with a used code. */
const triesAllowed = 5;
/** 31 signs without I, L, O, 0 and 1, which look like others: 8 of them are 39 bits. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 8;

export interface Redeemed {
  readonly endedSessions: readonly EndedSession[];
  readonly passwordSetAt: Instant | null;
}

/** A code that was right: what `redeem` needs, and whose it is. */
export interface CheckedCode {
  readonly uid: string;
  readonly purpose: CodePurpose;
  readonly account: Account;
}

export interface Codes {
  /**
   * The code for `key` (what asked for it, unique in the organisation): made at the first call, the same one at each
   * further call until it expires. A code with a later `issuedAt` makes the person's earlier ones void.
   */
  issue(request: {
    org: string;
    user: string;
    purpose: CodePurpose;
    key: string;
    issuedAt: Instant;
    expiresAt: Instant;
  }): Promise<string>;
  /**
   * Checks a code that a person typed. Refuses with `code_wrong` (401: also for an unknown address and a void code).
   * Only for a right code the refusal says more: `already_confirmed` (410) or `code_expired` (403). A right code stays
   * usable until `redeem`, however many wrong ones are tried (see `CodeTries`).
   */
  check(typed: {
    email: string;
    code: string;
    purposes: readonly CodePurpose[];
    now: Instant;
  }): Promise<Result<CheckedCode>>;
  /** The same for a person who is known already. */
  checkOf(
    person: { org: string; user: string },
    typed: { code: string; purposes: readonly CodePurpose[]; now: Instant },
  ): Promise<Result<Omit<CheckedCode, 'account'>>>;
  /** Uses a code that sets no password, and makes every other code of the person void. */
  useAlone(use: { org: string; user: string; uid: string; now: Instant }): Promise<void>;
  /**
   * Uses the code, sets the password, ends the person's sessions and lifts a lock. A second use with the same password
   * is accepted (a double click, a retry) and counts as a wrong try; with another password it is `code_wrong`. An
   * unused reset code refuses the current password (`password_unchanged`), which may have expired (21 CFR 11.300(b)).
   */
  redeem(use: { checked: CheckedCode; password: string; now: Instant }): Promise<Result<Redeemed>>;
}

/** What a person typed or pasted, as the code was written: capitals, without spaces and dashes. */
const typedCode = (text: string): string => text.toUpperCase().replace(/[\s‐-―-]/gu, '');

/** Two groups of four, as an email shows it. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/**
 * One-use codes. The database holds a keyed hash; the code itself is derived from the secret key and the row's random
 * uid, so that an email that has to be sent again carries the same code although nobody stored it.
 */
export function createCodes(options: {
  database: IdentityDatabase;
  secretKey: Secret;
  passwords: Passwords;
  attempts: Attempts;
}): Codes {
  const { database, secretKey, passwords, attempts } = options;
  const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const keys = { code: deriveKey(secretKey, 'code'), hash: deriveKey(secretKey, 'code hash') };
  const derive = (uid: string): string => spell(hmac(keys.code, uid));
  const hashOf = (uid: string, code: string): Buffer => hmac(keys.hash, `${uid}\0${code}`);

  const checkLatest: Codes['checkOf'] = ({ org, user }, { code, purposes, now }) =>
    database.tenant(org, async (trx) => {
      const latest = await trx
        .selectFrom('identity.code')
        .select(['uid', 'purpose', 'expires_at', 'hash', 'wrong_tries'])
        .where('org_id', '=', org)
        .where('user_uid', '=', user)
        .where('purpose', 'in', [...purposes])
        .orderBy('issued_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!latest) return refuse('code_wrong');
      if (!timingSafeEqual(latest.hash, hashOf(latest.uid, typedCode(code)))) return refuse('code_wrong');
      if (latest.expires_at <= now || latest.wrong_tries >= triesAllowed) return refuse('code_expired');
      return ok({ uid: latest.uid, purpose: latest.purpose });
    });

  return {
    async issue({ org, user, purpose, key, issuedAt, expiresAt }) {
      return database.tenant(org, async (trx) => {
        const uid = randomUUID();
        await trx
          .insertInto('identity.code')
          .values({
            org_id: org,
            uid,
            user_uid: user,
            purpose,
            key,
            hash: hashOf(uid, derive(uid)),
            issued_at: issuedAt,
            expires_at: expiresAt,
            used_at: null,
          })
          .onConflict((conflict) => conflict.constraint('code_key_unique').doNothing())
          .execute();
        const row = await trx
          .selectFrom('identity.code')
          .select('uid')
          .where('org_id', '=', org)
          .where('key', '=', key)
          .executeTakeFirstOrThrow();
        return derive(row.uid);
      });
    },

    async check({ email, code, purposes, now }) {
      const found = await findAccount(database.pool, email);
      if (!found) return refuse('code_wrong');
      const account = withoutHash(found);
      const { org, user, status } = account;
      const confirming = purposes.some((purpose) => purpose !== 'reset');
      const confirmed = confirming && status === 'ACTIVE';
      if (!confirmed && status !== (confirming ? 'INVITED' : 'ACTIVE')) return refuse('code_wrong');
      const right = await checkLatest({ org, user }, { code, purposes, now });
      // Only a right code learns that there is an account.
      if (confirmed && (right.ok || right.failure.code === 'code_expired')) return refuse('already_confirmed');
      return right.ok ? ok({ ...right.value, account }) : right;
    },

    checkOf: checkLatest,

    async useAlone({ org, user, uid, now }) {
      await database.tenant(org, async (trx) => {
        await trx
          .deleteFrom('identity.code')
          .where('org_id', '=', org)
          .where('user_uid', '=', user)
          .where('uid', '!=', uid)
          .execute();
        await trx
          .updateTable('identity.code')
          .set({ used_at: now })
          .where('org_id', '=', org)
          .where('uid', '=', uid)
          .execute();
      });
    },

    async redeem({ checked: { uid, purpose, account }, password, now }) {
      const { org, user, email } = account;
      if (purpose === 'reset') {
        // Checked before the code: a use of the same code at the same moment is found below.
        const before = await findAccount(database.pool, email);
        if (await passwords.verify(before?.password ?? null, password)) {
          const unused = await database.tenant(org, (trx) =>
            trx
              .selectFrom('identity.code')
              .select('uid')
              .where('org_id', '=', org)
              .where('uid', '=', uid)
              .where('used_at', 'is', null)
              .executeTakeFirst(),
          );
          if (unused) return refuse('password_unchanged');
        }
      }
      const stored = await passwords.hash(password, { org, user, setAt: now });
      const ended = await database.tenant(org, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('identity.code')
          .set({ used_at: now })
          .where('org_id', '=', org)
          .where('uid', '=', uid)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return null;
        await storePassword(trx, stored);
        return endSessions(trx, { org, user, because: 'password_changed', now });
      });
      if (ended !== null) {
        await attempts.forget({ user });
        return ok({ endedSessions: ended, passwordSetAt: now });
      }
      const { numUpdatedRows: counted } = await database.tenant(org, (trx) =>
        trx
          .updateTable('identity.code')
          .set({ wrong_tries: sql<number>`wrong_tries + 1` })
          .where('org_id', '=', org)
          .where('uid', '=', uid)
          .where('wrong_tries', '<', triesAllowed)
          .executeTakeFirstOrThrow(),
      );
      if (counted === 0n) return refuse('code_expired');
      const current = await findAccount(database.pool, email);
      const same = await passwords.verify(current?.password ?? null, password);
      return current && same ? ok({ endedSessions: [], passwordSetAt: current.passwordSetAt }) : refuse('code_wrong');
    },
  };
}

/** Eight signs of the alphabet. 2^64 is so much larger than 31^8 that no code is noticeably more frequent. */
function spell(bytes: Buffer): string {
  let rest = bytes.readBigUInt64BE(0);
  const base = BigInt(alphabet.length);
  let code = '';
  for (let place = 0; place < codeLength; place++) {
    code += alphabet[Number(rest % base)];
    rest /= base;
  }
  return code;
}
