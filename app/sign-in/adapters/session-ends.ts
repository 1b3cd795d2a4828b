import type { Kysely } from 'kysely';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { addHours, addMs, earlier, isAfter, minuteMs, type Instant } from '#events/time.ts';
import type { Database as Tables } from '#app/adapters/database/schema.ts';
import type { EndedSession, EndReason } from '#app/kit/session/sessions.ts';
import { sessionLimitsOf } from './organisation-settings.ts';

interface Lasting {
  created_at: Instant;
  last_seen_at: Instant;
  absolute_expires_at: Instant;
}

/** When a session ends by the limits of now, and why. A clock that was set back makes nothing valid for longer. */
export function expiryOf(
  row: Lasting,
  limits: OrganisationSettings['session'],
  now: Instant,
): { at: Instant; because: 'idle' | 'absolute' } {
  const idle = addMs(earlier(row.last_seen_at, now), limits.idleMinutes * minuteMs);
  const absolute = earlier(row.absolute_expires_at, addHours(row.created_at, limits.absoluteHours));
  return { at: earlier(idle, absolute), because: isAfter(idle, absolute) ? 'absolute' : 'idle' };
}

interface Ending {
  org: string;
  /** One person's sessions, else everybody's. */
  user?: string;
  /** Only this session, by its public id. */
  only?: string;
  /** All but this one. */
  except?: string | null;
  /** Null: only sessions that have expired. */
  because: EndReason | null;
  now: Instant;
}

/**
 * Ends sessions within a transaction of the organisation. One that had expired before ended then, and for that reason.
 * The rows stay until `forgetEnded`, so that an end is recorded although a process dies in between.
 */
export async function endSessions(
  trx: Kysely<Tables>,
  { org, user, only, except, because, now }: Ending,
): Promise<EndedSession[]> {
  const organisation = await trx.selectFrom('read.organisation').select('settings').executeTakeFirst();
  const limits = sessionLimitsOf(organisation?.settings);
  const rows = await trx
    .selectFrom('identity.session')
    .select(['hash', 'user_uid', 'created_at', 'last_seen_at', 'absolute_expires_at'])
    .where('org_id', '=', org)
    .where('ended_at', 'is', null)
    .$if(user !== undefined, (query) => query.where('user_uid', '=', user ?? ''))
    .$if(only !== undefined, (query) => query.where('hash', '=', only ?? ''))
    .$if(except != null, (query) => query.where('hash', '!=', except ?? ''))
    .orderBy('hash')
    .forUpdate()
    .execute();
  const ended = rows.flatMap((row): EndedSession[] => {
    const expiry = expiryOf(row, limits, now);
    const named = { org, user: row.user_uid, publicId: row.hash };
    if (expiry.at <= now) return [{ ...named, because: expiry.because, endedAt: expiry.at }];
    return because === null ? [] : [{ ...named, because, endedAt: now }];
  });
  for (const { publicId, because: why, endedAt } of ended) {
    await trx
      .updateTable('identity.session')
      .set({ ended_at: endedAt, ended_because: why })
      .where('org_id', '=', org)
      .where('hash', '=', publicId)
      .execute();
  }
  return ended;
}

/** Sessions that ended before a moment and are still there: nobody recorded their end. */
export async function endedBefore(trx: Kysely<Tables>, org: string, moment: Instant): Promise<EndedSession[]> {
  const rows = await trx
    .selectFrom('identity.session')
    .select(['hash', 'user_uid', 'ended_at', 'ended_because'])
    .where('org_id', '=', org)
    .where('ended_at', '<', moment)
    .orderBy('ended_at')
    .execute();
  return rows.flatMap(({ hash, user_uid: user, ended_at: endedAt, ended_because: because }) =>
    endedAt === null || because === null ? [] : [{ org, user, publicId: hash, because, endedAt }],
  );
}

/** Deletes ended sessions whose end is recorded. */
export async function forgetEnded(trx: Kysely<Tables>, org: string, publicIds: readonly string[]): Promise<void> {
  if (publicIds.length === 0) return;
  await trx
    .deleteFrom('identity.session')
    .where('org_id', '=', org)
    .where('hash', 'in', [...publicIds])
    .where('ended_at', 'is not', null)
    .execute();
}
