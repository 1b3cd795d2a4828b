import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { query } from '#app/queries/query.ts';
import { readRoutes } from '#app/queries/route/in-use.ts';
import { readStreamVersion } from '#app/queries/stream.ts';

/** The routes that are not retired, the first defined first. */
export const listRoutes = query({
  name: 'route.list',
  input: z.object({}),
  permission: 'route.manage',
  run: async (_, { db }) => ok(await readRoutes(db)),
});

/** One route in use, with the version of its stream. */
export const getRoute = query({
  name: 'route.get',
  input: z.object({ route: z.uuid() }),
  permission: 'route.manage',
  async run({ route }, { db }) {
    const found = (await readRoutes(db)).find(({ uid }) => uid === route);
    if (!found) return refuse('not_found');
    return ok({ ...found, streamVersion: await readStreamVersion(db, streams.route(route)) });
  },
});

/** What a route may be for, and which functions may sign in it. */
export const routeChoices = query({
  name: 'route.choices',
  input: z.object({}),
  permission: 'route.manage',
  async run(_, { db }) {
    const areas = await db
      .selectFrom('read.functional_area')
      .select(['area', 'name'])
      .where('retired_at', 'is', null)
      .orderBy('name')
      .execute();
    const functions = await db
      .selectFrom('read.function')
      .select(['uid', 'name'])
      .where('retired_at', 'is', null)
      .orderBy('name')
      .execute();
    return ok({ areas, functions });
  },
});
