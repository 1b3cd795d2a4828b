import type { Kysely } from 'kysely';
import { addHours, type Instant } from '#events/time.ts';
import type { Database as Tables } from '#app/adapters/database/schema.ts';
import { expiryOf } from '#app/sign-in/adapters/session-ends.ts';
import type { Begin, Channel, Session, SessionLimits } from '#app/kit/session/sessions.ts';

/** The password was changed after it was checked. */
class PasswordChanged extends Error {
  readonly code = 'password_changed';
}

export interface SessionRow {
  org_id: string;
  hash: string;
  user_uid: string;
  door: Channel;
  created_at: Instant;
  last_seen_at: Instant;
  absolute_expires_at: Instant;
  address: string | null;
  agent: string | null;
  factor_at_sign_in: boolean;
}

/** A longer user agent is cut. */
const longestAgent = 400;

/** Locks the password until the transaction ends; throws `PasswordChanged` where it was set at another time. */
export async function lockPassword(
  trx: Kysely<Tables>,
  org: string,
  user: string,
  setAt: Instant | null,
): Promise<void> {
  const unchanged = await trx
    .selectFrom('identity.credential')
    .select('user_uid')
    .where('org_id', '=', org)
    .where('user_uid', '=', user)
    .where('password_set_at', '=', setAt)
    .forShare()
    .executeTakeFirst();
  if (!unchanged) throw new PasswordChanged();
}

export const rowOf = (begin: Begin, hash: string): SessionRow => ({
  org_id: begin.org,
  hash,
  user_uid: begin.user,
  door: begin.door,
  created_at: begin.now,
  last_seen_at: begin.now,
  absolute_expires_at: addHours(begin.now, begin.limits.absoluteHours),
  address: begin.address,
  agent: begin.agent?.slice(0, longestAgent) ?? null,
  factor_at_sign_in: begin.factor ?? false,
});

/** The row with its expiry by the limits of now. */
export const sessionOf = (row: SessionRow, limits: SessionLimits, now: Instant): Session => ({
  org: row.org_id,
  user: row.user_uid,
  publicId: row.hash,
  door: row.door,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: expiryOf(row, limits, now).at,
  address: row.address,
  agent: row.agent,
});
