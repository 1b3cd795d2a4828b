import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { addMs, type Instant } from '#events/time.ts';
import { deriveKey, type Secret } from '#app/adapters/secrets/derive-key.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { Database as Tables } from '#app/adapters/database/schema.ts';

/** An answer as it was sent. */
export interface SentAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request with an Idempotency-Key. `by`: null if nobody is signed in. */
export interface KeyedRequest {
  by: { org: string; uid: string } | null;
  /** Tells visitors apart. */
  visitor: string;
  key: string;
  method: string;
  path: string;
  /** The body as JSON text. */
  body: string;
  now: Instant;
}

export type Claim =
  /** The caller does the work, then saves or forgets. `commandId` is the same for every try of the same request. */
  | { kind: 'begun'; commandId: string; save(answer: SentAnswer): Promise<void>; forget(): Promise<void> }
  | { kind: 'answered'; answer: SentAnswer }
  /** The key came with another request before. */
  | { kind: 'other_request' }
  /** The first request with this key has not been answered yet. */
  | { kind: 'in_progress' };

export interface IdempotencyStore {
  begin(request: KeyedRequest): Promise<Claim>;
  /** Removes what is older than a day. */
  purge(now: Instant): Promise<void>;
}

/** A request that was not answered within a minute was cut off by a crash: the next try takes over. */
const abandonedAfterMs = 60_000;
const lifetimeMs = 24 * 3_600_000;

const digest = (...parts: string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex');
};

/**
 * Saves answers by the Idempotency-Key of their request (draft-ietf-httpapi-idempotency-key-header), for each person
 * apart. Encrypts them under SECRET_KEY and the request, because a sign-in's answer holds a token.
 */
export function createIdempotencyStore({
  database,
  secretKey,
}: {
  database: Database;
  secretKey: Secret;
}): IdempotencyStore {
  const keyed = (purpose: string, text: string): Buffer =>
    createHmac('sha256', deriveKey(secretKey, purpose)).update(text).digest();

  return {
    async begin({ by, visitor, key: sent, method, path, body, now }) {
      const owner = by ? `${by.org}/${by.uid}` : `visitor ${visitor}`;
      const key = keyed('idempotency key', digest(owner, path, sent));
      const fingerprint = keyed('idempotent request', digest(method, path, body));
      const box = encryption(deriveKey(secretKey, `answer to ${digest(owner, path, sent, body)}`));
      const within = <T>(work: (row: RowOfKey) => Promise<T>): Promise<T> =>
        by
          ? database.tenant(by.org, (trx) => work(rowOfKey(trx, key, by)))
          : database.kysely.transaction().execute((trx) => work(rowOfKey(trx, key, null)));
      const begun: Claim = {
        kind: 'begun',
        commandId: `call-${digest(key.toString('hex'), fingerprint.toString('hex'))}`,
        save: (answer) => within((row) => row.save(box.encrypt(JSON.stringify(answer)))),
        forget: () => within((row) => row.remove()),
      };
      return within(async (row): Promise<Claim> => {
        if (await row.insert(fingerprint, now)) return begun;
        const found = await row.lock();
        // Removed between the two: the first try was refused and did nothing.
        if (!found) return { kind: 'in_progress' };
        const expired = found.begun_at < addMs(now, -lifetimeMs);
        if (!found.fingerprint.equals(fingerprint) && !expired) return { kind: 'other_request' };
        if (found.sealed && !expired)
          return { kind: 'answered', answer: JSON.parse(box.decrypt(found.sealed)) as SentAnswer };
        if (!expired && found.begun_at >= addMs(now, -abandonedAfterMs)) return { kind: 'in_progress' };
        await row.restart(fingerprint, now);
        return begun;
      });
    },
    async purge(now) {
      await database.pool.query('select app.forget_call_answers($1)', [addMs(now, -lifetimeMs)]);
    },
  };
}

type RowOfKey = ReturnType<typeof rowOfKey>;

/** The row of a key within one transaction: a person's in their organisation, or a visitor's. */
function rowOfKey(trx: Kysely<Tables>, key: Buffer, by: { org: string; uid: string } | null) {
  const table = sql.table(by ? 'app.call_answer' : 'identity.call_answer');
  const owner = by ? sql`${by.org}, ${by.uid}, ` : sql``;
  const columns = by ? sql`org_id, user_uid, ` : sql``;
  const own = by ? sql`org_id = ${by.org} and user_uid = ${by.uid} and key = ${key}` : sql`key = ${key}`;
  return {
    /** False if the key exists already. */
    async insert(fingerprint: Buffer, now: Instant): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into ${table} (${columns} key, fingerprint, begun_at, sealed)
        values (${owner} ${key}, ${fingerprint}, ${now}, null) on conflict do nothing`.execute(trx);
      return numAffectedRows === 1n;
    },
    async lock() {
      const { rows } = await sql<Pick<Tables['identity.call_answer'], 'fingerprint' | 'begun_at' | 'sealed'>>`
        select fingerprint, begun_at, sealed from ${table} where ${own} for update`.execute(trx);
      return rows[0];
    },
    async restart(fingerprint: Buffer, now: Instant): Promise<void> {
      await sql`update ${table} set fingerprint = ${fingerprint}, begun_at = ${now}, sealed = null
        where ${own}`.execute(trx);
    },
    async save(encrypted: Buffer): Promise<void> {
      await sql`update ${table} set sealed = ${encrypted} where ${own}`.execute(trx);
    },
    async remove(): Promise<void> {
      await sql`delete from ${table} where ${own}`.execute(trx);
    },
  };
}

/** AES-256-GCM: nonce and tag before the text. */
function encryption(key: Buffer) {
  return {
    encrypt(text: string): Buffer {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    decrypt(encrypted: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(encrypted.subarray(12, 28));
      return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
