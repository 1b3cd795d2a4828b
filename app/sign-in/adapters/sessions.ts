import { createHash } from 'node:crypto';
import { codeOf } from '#events/error-code.ts';
import { addMs, msBetween, type Instant } from '#events/time.ts';
import { escapeLiteral } from 'pg';
import { Cookie, Lucia, TimeSpan, type Adapter } from 'lucia';
import { cookieName as nameOfCookie } from '#app/kit/session/cookie-name.ts';
import type { IdentityDatabase } from './accounts.ts';
import { sessionLimitsOf } from './organisation-settings.ts';
import type { Begin, Channel, Sessions, Visit, EndedSession } from '#app/kit/session/sessions.ts';
import { lockPassword, rowOf, sessionOf, type SessionRow } from './session-rows.ts';
import { endedBefore, endSessions, expiryOf, forgetEnded } from './session-ends.ts';

export const isPasswordChanged = (error: unknown): boolean => codeOf(error) === 'password_changed';

/** How often a visit is written at most: a page of ten requests is one write. Idle expiry is exact to within it. */
const touchEveryMs = 20_000;
/** A process that ends a session records it within this time, or has died. */
const recordedWithinMs = 60_000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Sessions by lucia, behind this one file. lucia stores ids as they stand and knows one expiry and its own clock; the
 * adapter gives it hashed ids, both expiries and the server's clock. `cookieSecure`: the site is served by https, so
 * the cookie is `__Host-` prefixed and Secure.
 */
export function createSessions({
  database,
  cookieSecure,
}: {
  database: IdentityDatabase;
  cookieSecure: boolean;
}): Sessions {
  const cookieName = nameOfCookie('imprimatur-session', cookieSecure);
  const attributes = { httpOnly: true, secure: cookieSecure, sameSite: 'lax', path: '/' } as const;

  async function rowOfToken(token: string) {
    const { rows } = await database.pool.query<
      SessionRow & { factor_at_signing: boolean; settings: unknown; person: unknown }
    >({
      // A prepared statement: every request begins with it, and half of its time would be the planning.
      name: 'visit',
      text: `select s.*, to_json(v) as person
       from identity.find_session($1) s left join lateral read.viewer(s.org_id, s.user_uid) v on true`,
      values: [hashOf(token)],
    });
    return rows[0];
  }

  async function find(token: string, now: Instant): Promise<Visit | null> {
    const row = await rowOfToken(token);
    if (!row) return null;
    const factor = { atSignIn: row.factor_at_sign_in, atSigning: row.factor_at_signing };
    return { ...sessionOf(row, sessionLimitsOf(row.settings), now), person: row.person, factor };
  }

  const end = (ending: Omit<Parameters<typeof endSessions>[1], 'except'> & { except?: string | null }) =>
    database.tenant(ending.org, (trx) => endSessions(trx, ending));

  /** lucia for one call at the moment `now`. `seen` collects the session that it found. */
  function luciaAt(
    now: Instant,
    call: { address?: string | null; door?: Channel; begin?: Begin; seen?: Visit; ended?: EndedSession[] },
  ): Lucia {
    const adapter: Adapter = {
      async getSessionAndUser(token) {
        const session = await find(token, now);
        if (!session || session.door !== call.door) return [null, null];
        call.seen = session;
        // lucia compares with the machine's clock: the time that is left counts from there.
        const expiresAt = new Date(Date.now() + msBetween(now, session.expiresAt));
        return [
          { id: token, userId: session.user, expiresAt, attributes: {} },
          { id: session.user, attributes: {} },
        ];
      },
      async updateSessionExpiration(token) {
        const session = call.seen;
        if (!session || msBetween(session.lastSeenAt, now) < touchEveryMs) return;
        const [org, seen, address, hash] = [session.org, now, call.address ?? null, hashOf(token)].map((value) =>
          value === null ? 'null' : escapeLiteral(value),
        );
        // One message is one transaction and one round trip. It does not wait for the disk: if the machine loses it, an
        // idle session ends a little sooner.
        await database.pool
          .query(`select set_config('imprimatur.org', ${org}, true), set_config('synchronous_commit', 'off', true);
          update identity.session set last_seen_at = ${seen}, address = ${address}
          where org_id = ${org} and hash = ${hash}`);
      },
      async setSession({ id }) {
        const { begin } = call;
        if (!begin) throw new Error('A session begins through create.');
        await database.tenant(begin.org, async (trx) => {
          if (begin.passwordSetAt !== undefined) await lockPassword(trx, begin.org, begin.user, begin.passwordSetAt);
          await trx
            .insertInto('identity.session')
            .values(rowOf(begin, hashOf(id)))
            .execute();
        });
      },
      // lucia deletes the session that it finds expired.
      async deleteSession() {
        const { seen } = call;
        if (seen) call.ended = await end({ org: seen.org, user: seen.user, only: seen.publicId, because: null, now });
      },
      getUserSessions: () => Promise.reject(new Error('Sessions are listed within their organisation.')),
      deleteUserSessions: () => Promise.reject(new Error('Sessions are ended within their organisation.')),
      deleteExpiredSessions: () => Promise.reject(new Error('Expired sessions are ended within their organisation.')),
    };
    // Long enough for lucia to report every visit; the adapter knows the real expiry.
    return new Lucia(adapter, {
      sessionExpiresIn: new TimeSpan(3650, 'd'),
      sessionCookie: { name: cookieName, attributes },
    });
  }

  const headers = luciaAt('1970-01-01T00:00:00.000Z', {});

  return {
    async create(begin) {
      const { id } = await luciaAt(begin.now, { begin }).createSession(begin.user, {});
      return { token: id, session: sessionOf(rowOf(begin, hashOf(id)), begin.limits, begin.now) };
    },

    async validate(token, { now, address, door = 'screen', expired }) {
      const call: Parameters<typeof luciaAt>[1] = { address, door };
      const { session } = await luciaAt(now, call).validateSession(token);
      for (const ended of call.ended ?? []) await expired?.(ended);
      return session && call.seen ? call.seen : null;
    },

    async expiry(token, now) {
      const row = await rowOfToken(token);
      const expiry = row && expiryOf(row, sessionLimitsOf(row.settings), now);
      return expiry && expiry.at > now ? expiry : null;
    },

    async signedWithFactor(org, publicId) {
      await database.tenant(org, (trx) =>
        trx
          .updateTable('identity.session')
          .set({ factor_at_signing: true })
          .where('org_id', '=', org)
          .where('hash', '=', publicId)
          .execute(),
      );
    },

    async end(token, now) {
      const session = await find(token, now);
      if (!session) return [];
      const { org, user, publicId } = session;
      return end({ org, user, only: publicId, because: 'signed_out', now });
    },

    endOne: ({ publicId, ...whose }) => end({ ...whose, only: publicId, because: 'signed_out' }),
    endAll: (ending) => end(ending),
    forget: (org, publicIds) => database.tenant(org, (trx) => forgetEnded(trx, org, publicIds)),

    async unrecorded(org, now) {
      const expired = await end({ org, because: null, now });
      const old = addMs(now, -recordedWithinMs);
      const left = await database.tenant(org, (trx) => endedBefore(trx, org, old));
      const own = new Set(expired.map(({ publicId }) => publicId));
      return [...expired, ...left.filter(({ publicId }) => !own.has(publicId))];
    },

    async list({ org, user, now }) {
      return database.tenant(org, async (trx) => {
        const organisation = await trx.selectFrom('read.organisation').select('settings').executeTakeFirst();
        const rows = await trx
          .selectFrom('identity.session')
          .selectAll()
          .where('org_id', '=', org)
          .where('user_uid', '=', user)
          .where('ended_at', 'is', null)
          .orderBy('last_seen_at', 'desc')
          .execute();
        const limits = sessionLimitsOf(organisation?.settings);
        return rows.map((row) => sessionOf(row, limits, now)).filter(({ expiresAt }) => expiresAt > now);
      });
    },

    cookieName,
    readCookie(header) {
      // Only our own cookie: lucia's reader throws on a foreign one that is not well encoded.
      const own = header?.split(';').find((pair) => pair.trimStart().startsWith(`${cookieName}=`));
      if (!own || !/^[\w-]+=[a-z2-7]+$/.test(own.trim())) return null;
      return headers.readSessionCookie(own.trim());
    },
    // The scheme may be written in capitals or not (RFC 9110, section 11.1).
    readBearer: (header) => (header ? headers.readBearerToken(header.trim().replace(/^bearer /i, 'Bearer ')) : null),
    cookie: (token, { absoluteHours }) =>
      new Cookie(cookieName, token, { ...attributes, maxAge: absoluteHours * 3600 }).serialize(),
    blankCookie: () => headers.createBlankSessionCookie().serialize(),
  };
}
