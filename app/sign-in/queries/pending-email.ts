import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import type { Role } from '#events/user/events.ts';
import { query } from '#app/kit/query/query.ts';

/** An address that its person has yet to confirm. */
export interface PendingEmail {
  address: string;
  until: Instant;
}

interface PendingColumns {
  pending_email: string | null;
  pending_email_until: Instant | null;
}

export const pendingAt = (
  { pending_email: address, pending_email_until: until }: PendingColumns,
  now: Instant,
): PendingEmail | null => (address !== null && until !== null && until > now ? { address, until } : null);

/** The person with the address that waits: oneself, or anybody for an admin. */
export const getPendingEmail = query({
  name: 'user.pending-email',
  input: z.object({ user: z.uuid() }),
  permission: 'signed-in',
  async run({ user }, { db, viewer, now }) {
    const row = await db
      .selectFrom('read.user_account')
      .select(['uid', 'full_name', 'email', 'role', 'pending_email', 'pending_email_until'])
      .where('uid', '=', user)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    if (user !== viewer.uid && !roleMay(viewer.role, 'user.change_email')) return refuse('not_allowed');
    const { uid, full_name: name, email, role } = row;
    return ok<{ uid: string; name: string; email: string; role: Role; pending: PendingEmail | null }>({
      uid,
      name,
      email,
      role,
      pending: pendingAt(row, now),
    });
  },
});
