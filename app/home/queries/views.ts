import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { query } from '#app/kit/query/query.ts';

/** The views of the list of documents that the viewer has saved, by name. They are no events: nothing is cached. */
export const savedViews = query({
  name: 'home.saved_views',
  input: z.object({}),
  permission: 'document.list_all',
  run: async (_, { db, viewer }) =>
    ok(
      await db
        .selectFrom('app.list_view')
        .select(['name', 'filters'])
        .where('user_uid', '=', viewer.uid)
        .orderBy('name')
        .execute(),
    ),
});
