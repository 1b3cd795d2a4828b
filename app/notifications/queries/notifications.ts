import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import { pageNumber, rowsOf } from '#app/kit/query/paging.ts';
import { query } from '#app/kit/query/query.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { readOpenPaths } from '#app/notifications/queries/open-paths.ts';

export interface Notification {
  uid: string;
  subject: string;
  preview: string;
  /** Where it leads, within the product; null where it leads nowhere, or what it asked for is done or withdrawn. */
  path: string | null;
  /** What it asked for is done, withdrawn, or no longer the viewer's. */
  over: boolean;
  at: Instant;
  unread: boolean;
}

const pageSize = 50;

/** What concerned the viewer, the newest first. `latest`: the number of the newest, decimal text. */
export const ownNotifications = query({
  name: 'notification.list',
  input: z.object({ page: pageNumber }),
  permission: 'signed-in',
  async run({ page }, { db, viewer, now }) {
    const own = db.selectFrom('app.notification as n').where('n.user_uid', '=', viewer.uid);
    const { total, latest } = await own
      .select(sql<number>`count(*)::integer`.as('total'))
      .select(sql<string | null>`max(n.number)`.as('latest'))
      .executeTakeFirstOrThrow();
    const { offset, ...at } = rowsOf(page, total, pageSize);
    const notifications = await own
      .leftJoin('app.notification_choice as c', 'c.user_uid', 'n.user_uid')
      .select(['n.uid', 'n.subject', 'n.preview', 'n.path', 'n.noted_at as at'])
      .select(sql<boolean>`n.number > coalesce(c.read_number, 0)`.as('unread'))
      .orderBy('n.number', 'desc')
      .limit(at.size)
      .offset(offset)
      .execute();
    const open = await readOpenPaths(
      db,
      notifications.flatMap(({ path }) => path ?? []),
      { user: viewer.uid, today: todayOf({ viewer, now }), now },
    );
    const shown = notifications.map(({ path, ...one }): Notification => {
      const over = path !== null && !open.has(path);
      return { ...one, path: over ? null : path, over };
    });
    return ok({ notifications: shown, total, latest, ...at });
  },
});

/** When the viewer wants emails about news. */
export const ownEmailChoice = query({
  name: 'notification.email_choice',
  input: z.object({}),
  permission: 'signed-in',
  async run(_, { db, viewer }) {
    const row = await db
      .selectFrom('app.notification_choice')
      .select('emails')
      .where('user_uid', '=', viewer.uid)
      .executeTakeFirst();
    return ok(row?.emails ?? 'at_once');
  },
});
