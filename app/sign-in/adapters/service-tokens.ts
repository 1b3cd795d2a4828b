import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ok, refuse, type Result } from '#events/failures.ts';
import { msBetween, type Instant } from '#events/time.ts';
import type { IdentityDatabase } from './accounts.ts';
import { isWithin } from './allowed-networks.ts';

/** Names the product and the kind of token, so that scanners for leaked secrets find it. */
const prefix = 'imp_sa_';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of the secret part: 30 letters of 62 are 178 bits. */
const secretLength = 30;
const checksumLength = 6;
/** How often a use is written at most. */
const touchEveryMs = 20_000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

function crc32(text: string): number {
  let crc = -1;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/**
 * CRC-32 of the secret part in base 62, as in the tokens of GitHub: a scanner tells a token from a look-alike by it.
 */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let place = 0; place < checksumLength; place++) {
    text = base62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** A byte of 248 or more is thrown away, so that each letter is as frequent as each other. */
function newSecret(): string {
  let secret = '';
  while (secret.length < secretLength)
    for (const byte of randomBytes(secretLength)) {
      if (byte < 248 && secret.length < secretLength) secret += base62.charAt(byte % 62);
    }
  return secret;
}

/** Whether the text looks like a token of a service account and its checksum is right. */
export function isServiceToken(text: string): boolean {
  if (!new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`).test(text)) return false;
  const secret = text.slice(prefix.length, -checksumLength);
  return text.endsWith(checksumOf(secret));
}

/** The account of a token. */
export interface TokenHolder {
  readonly org: string;
  readonly account: string;
  readonly name: string;
  readonly owner: string;
  readonly scopes: readonly string[];
  /** The token's uid, and when it was last used. */
  readonly token: string;
  readonly lastUsedAt: Instant | null;
}

interface Row {
  org_id: string;
  uid: string;
  account_uid: string;
  name: string;
  owner_uid: string;
  scopes: string[];
  networks: string[];
  expires_at: Instant;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
}

export interface ServiceTokens {
  /** Makes a token and stores its hash. It counts once an event of the account names its uid. */
  create(of: { org: string; account: string; now: Instant }): Promise<{ uid: string; token: string }>;
  /** Whether the text is a token of a service account, that counts or not. */
  isToken(text: string): boolean;
  /**
   * The account whose present token this is, where it has not ended and may be used from the address; null for an
   * unknown token.
   */
  admit(token: string, seen: { now: Instant; address: string | null }): Promise<Result<TokenHolder> | null>;
  /** Records that the token was used. */
  touch(holder: TokenHolder, seen: { now: Instant; address: string | null }): Promise<void>;
  /** Deletes the hashes of an account's other tokens. */
  keepOnly(of: { org: string; account: string; uid: string }): Promise<void>;
}

export function createServiceTokens(database: IdentityDatabase): ServiceTokens {
  return {
    async create({ org, account, now }) {
      const secret = newSecret();
      const token = `${prefix}${secret}${checksumOf(secret)}`;
      const uid = randomUUID();
      await database.tenant(org, (trx) =>
        trx
          .insertInto('identity.service_token')
          .values({ org_id: org, uid, account_uid: account, hash: hashOf(token), created_at: now })
          .execute(),
      );
      return { uid, token };
    },

    isToken: isServiceToken,

    async admit(token, { now, address }) {
      const { rows } = await database.pool.query<Row>('select * from identity.find_service_token($1)', [hashOf(token)]);
      const row = rows[0];
      if (!row) return null;
      if (row.revoked_at !== null) return refuse('service_account_revoked');
      if (row.expires_at <= now) return refuse('service_account_expired');
      if (!isWithin(row.networks, address)) return refuse('service_account_network');
      return ok({
        org: row.org_id,
        account: row.account_uid,
        name: row.name,
        owner: row.owner_uid,
        scopes: row.scopes,
        token: row.uid,
        lastUsedAt: row.last_used_at,
      });
    },

    async touch({ org, token, lastUsedAt }, { now, address }) {
      if (lastUsedAt !== null && msBetween(lastUsedAt, now) < touchEveryMs) return;
      await database.tenant(org, (trx) =>
        trx
          .updateTable('identity.service_token')
          .set({ last_used_at: now, last_address: address })
          .where('org_id', '=', org)
          .where('uid', '=', token)
          .execute(),
      );
    },

    async keepOnly({ org, account, uid }) {
      await database.tenant(org, (trx) =>
        trx
          .deleteFrom('identity.service_token')
          .where('org_id', '=', org)
          .where('account_uid', '=', account)
          .where('uid', '!=', uid)
          .execute(),
      );
    },
  };
}
