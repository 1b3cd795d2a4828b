import type { E } from '#events/catalogue.ts';
import type { Instant } from '#events/time.ts';

/** A session (public id) that ended. */
interface Ended {
  readonly publicId: string;
  readonly because: 'signed_out' | 'idle' | 'absolute' | E<'SessionsEnded'>['data']['because'];
  readonly endedAt: Instant;
}

/** The sessions whose end an event of stream `access-<user>` records. */
function sessionsOf({ type, data }: E): readonly string[] {
  if (type === 'UserSignedOut' || type === 'SessionExpired') return [data.session];
  return type === 'SessionsEnded' ? (data.sessions ?? []) : [];
}

/**
 * The events of ended sessions that the person's stream does not have yet: one for each session that ended by itself or
 * was signed out, and one for all that ended for another reason.
 */
export function endsToRecord(
  user: string,
  past: readonly E[],
  ended: readonly Ended[],
  reason: string | null = null,
): E[] {
  const recorded = new Set(past.flatMap(sessionsOf));
  const together = new Map<E<'SessionsEnded'>['data']['because'], string[]>();
  const single: E[] = [];
  for (const { publicId: session, because, endedAt } of ended) {
    if (recorded.has(session)) continue;
    if (because === 'signed_out') single.push({ type: 'UserSignedOut', data: { user, session } });
    else if (because === 'idle' || because === 'absolute')
      single.push({ type: 'SessionExpired', data: { user, session, because, endedAt } });
    else together.set(because, [...(together.get(because) ?? []), session]);
  }
  const ends = [...together].map(([because, sessions]): E => ({
    type: 'SessionsEnded',
    data: { user, because, count: sessions.length, sessions, reason },
  }));
  return [...single, ...ends];
}
