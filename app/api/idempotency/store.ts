import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { deriveKey, type Secret } from '#app/derive-key.ts';
import type { Database } from '#app/database/database.ts';
import type { Database as Tables } from '#app/database/schema.ts';

/** An answer as it went out. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request with an Idempotency-Key. `by`: null where nobody is signed in. `now`: ISO 8601 in UTC. */
export interface KeyedCall {
  by: { org: string; uid: string } | null;
  key: string;
  method: string;
  path: string;
  /** The body as JSON text. */
  body: string;
  now: string;
}

export type Begun =
  /** To be worked on, by the caller of `begin`, who then settles it. `commandId` is the same for every try of the same request. */
  | { kind: 'begun'; commandId: string; keep(answer: KeptAnswer): Promise<void>; forget(): Promise<void> }
  | { kind: 'answered'; answer: KeptAnswer }
  /** The key came with another request before. */
  | { kind: 'other_request' }
  /** The first request with this key has not been answered yet. */
  | { kind: 'in_progress' };

export interface CallAnswers {
  begin(call: KeyedCall): Promise<Begun>;
  /** Removes what is older than a day. */
  purge(now: string): Promise<void>;
}

/** A request that was not settled within so long was cut off by a crash: the next try takes its place. */
const abandonedAfterMs = 60_000;
const keptForMs = 24 * 3_600_000;

interface Place {
  key: Buffer;
  fingerprint: Buffer;
  now: string;
}
type Row = Pick<Tables['identity.call_answer'], 'fingerprint' | 'begun_at' | 'sealed'>;

/** What a place in a table can do, within one transaction. */
interface Shelf {
  /** Takes the place where nobody has it; false where somebody does. */
  take(place: Place): Promise<boolean>;
  /** The row of the place, locked. */
  read(key: Buffer): Promise<Row | undefined>;
  write(key: Buffer, values: Partial<Row>): Promise<void>;
  remove(key: Buffer): Promise<void>;
}

const earlier = (now: string, ms: number): string => new Date(Date.parse(now) - ms).toISOString();
const digest = (...parts: string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('hex');
};

/**
 * Keeps answers by the Idempotency-Key of their request (draft-ietf-httpapi-idempotency-key-header), for each person apart and within the
 * organisation alone. What is kept can be read by nobody without the request: it is sealed (AES-256-GCM) under the secret key and the
 * request's own key, because the answer to a sign-in holds a token.
 */
export function createCallAnswers({ database, secretKey }: { database: Database; secretKey: Secret }): CallAnswers {
  const keyed = (what: string, text: string): Buffer =>
    createHmac('sha256', deriveKey(secretKey, what)).update(text).digest();
  const within = <T>(by: KeyedCall['by'], work: (shelf: Shelf) => Promise<T>): Promise<T> =>
    by
      ? database.tenant(by.org, (trx) => work(personalShelf(trx, by)))
      : database.kysely.transaction().execute((trx) => work(visitorsShelf(trx)));

  return {
    async begin({ by, key: sent, method, path, body, now }) {
      const owner = by ? `${by.org}/${by.uid}` : 'visitor';
      const key = keyed('idempotency key', digest(owner, path, sent));
      const fingerprint = keyed('idempotent request', digest(method, path, body));
      const seal = sealing(secretKey, digest(owner, path, sent, body));
      const begun: Begun = {
        kind: 'begun',
        commandId: `call-${digest(key.toString('hex'), fingerprint.toString('hex'))}`,
        keep: (answer) => within(by, (shelf) => shelf.write(key, { sealed: seal.close(JSON.stringify(answer)) })),
        forget: () => within(by, (shelf) => shelf.remove(key)),
      };
      return within(by, async (shelf): Promise<Begun> => {
        if (await shelf.take({ key, fingerprint, now })) return begun;
        const row = await shelf.read(key);
        // Forgotten between the two: the first try was refused without anything done.
        if (!row) return { kind: 'in_progress' };
        const expired = row.begun_at < earlier(now, keptForMs);
        if (!row.fingerprint.equals(fingerprint) && !expired) return { kind: 'other_request' };
        if (row.sealed && !expired)
          return { kind: 'answered', answer: JSON.parse(seal.open(row.sealed)) as KeptAnswer };
        if (!expired && row.begun_at >= earlier(now, abandonedAfterMs)) return { kind: 'in_progress' };
        await shelf.write(key, { fingerprint, begun_at: now, sealed: null });
        return begun;
      });
    },
    async purge(now) {
      await database.pool.query('select app.forget_call_answers($1)', [earlier(now, keptForMs)]);
    },
  };
}

function personalShelf(trx: Kysely<Tables>, { org, uid }: { org: string; uid: string }): Shelf {
  const own = (key: Buffer) => ({ org_id: org, user_uid: uid, key });
  const columns = ['org_id', 'user_uid', 'key'] as const;
  return {
    async take({ key, fingerprint, now }) {
      const row = { ...own(key), fingerprint, begun_at: now, sealed: null };
      const { numInsertedOrUpdatedRows: made } = await trx
        .insertInto('app.call_answer')
        .values(row)
        .onConflict((conflict) => conflict.columns([...columns]).doNothing())
        .executeTakeFirstOrThrow();
      return made === 1n;
    },
    read: (key) =>
      trx
        .selectFrom('app.call_answer')
        .select(['fingerprint', 'begun_at', 'sealed'])
        .where((eb) => eb.and(own(key)))
        .forUpdate()
        .executeTakeFirst(),
    async write(key, values) {
      await trx
        .updateTable('app.call_answer')
        .set(values)
        .where((eb) => eb.and(own(key)))
        .execute();
    },
    async remove(key) {
      await trx
        .deleteFrom('app.call_answer')
        .where((eb) => eb.and(own(key)))
        .execute();
    },
  };
}

function visitorsShelf(trx: Kysely<Tables>): Shelf {
  return {
    async take({ key, fingerprint, now }) {
      const { numInsertedOrUpdatedRows: made } = await trx
        .insertInto('identity.call_answer')
        .values({ key, fingerprint, begun_at: now, sealed: null })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirstOrThrow();
      return made === 1n;
    },
    read: (key) =>
      trx
        .selectFrom('identity.call_answer')
        .select(['fingerprint', 'begun_at', 'sealed'])
        .where('key', '=', key)
        .forUpdate()
        .executeTakeFirst(),
    async write(key, values) {
      await trx.updateTable('identity.call_answer').set(values).where('key', '=', key).execute();
    },
    async remove(key) {
      await trx.deleteFrom('identity.call_answer').where('key', '=', key).execute();
    },
  };
}

function sealing(secretKey: Secret, request: string) {
  const key = deriveKey(secretKey, `answer to ${request}`);
  return {
    close(text: string): Buffer {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
