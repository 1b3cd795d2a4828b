import { createHash, randomBytes } from 'node:crypto';
import type { IdentityDatabase } from './accounts.ts';
import { addMs, type Instant } from '#events/time.ts';

/** A sign-in whose password was right, and whose second factor is awaited. */
export interface Challenged {
  readonly org: string;
  readonly user: string;
  /** When the password was set that was typed. */
  readonly passwordSetAt: Instant;
}

export interface Challenges {
  /** A new challenge for ten minutes. */
  issue(of: Challenged & { now: Instant }): Promise<string>;
  /** What a challenge stands for; null where it is unknown, used or too old. */
  find(challenge: string, now: Instant): Promise<Challenged | null>;
  /** Uses it: true for one caller alone. */
  use(challenge: string): Promise<boolean>;
}

const validMs = 10 * 60_000;
const secretBytes = 32;
const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** A challenge begins with its organisation's 16 bytes, so that it is found within that organisation alone. */
function orgOf(challenge: string): string | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== 16 + secretBytes) return null;
  return bytes
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function createChallenges(database: IdentityDatabase): Challenges {
  return {
    async issue({ org, user, passwordSetAt, now }) {
      const bytes = [Buffer.from(org.replaceAll('-', ''), 'hex'), randomBytes(secretBytes)];
      const challenge = Buffer.concat(bytes).toString('base64url');
      await database.tenant(org, (trx) =>
        trx
          .insertInto('identity.sign_in_challenge')
          .values({
            org_id: org,
            hash: hashOf(challenge),
            user_uid: user,
            password_set_at: passwordSetAt,
            expires_at: addMs(now, validMs),
          })
          .execute(),
      );
      return challenge;
    },

    async find(challenge, now) {
      const org = orgOf(challenge);
      if (org === null) return null;
      const row = await database.tenant(org, (trx) =>
        trx
          .selectFrom('identity.sign_in_challenge')
          .select(['user_uid', 'password_set_at'])
          .where('org_id', '=', org)
          .where('hash', '=', hashOf(challenge))
          .where('expires_at', '>', now)
          .executeTakeFirst(),
      );
      return row ? { org, user: row.user_uid, passwordSetAt: row.password_set_at } : null;
    },

    async use(challenge) {
      const org = orgOf(challenge);
      if (org === null) return false;
      const { numDeletedRows } = await database.tenant(org, (trx) =>
        trx
          .deleteFrom('identity.sign_in_challenge')
          .where('org_id', '=', org)
          .where('hash', '=', hashOf(challenge))
          .executeTakeFirstOrThrow(),
      );
      return numDeletedRows === 1n;
    },
  };
}
