import { z } from 'zod';
import { changeKinds } from '#events/document/change-kinds.ts';
import { documentType } from '#events/document/events.ts';
import { texts } from '#events/texts.ts';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { query } from '#app/kit/query/query.ts';
import { readRouteFor, readRoutes } from '#app/approval-routes/queries/in-use.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';

/**
 * The routes that are not retired, the first defined first; with `type` and `functionalArea` only the one that a
 * version of such a document takes, whose kind of change is `changeKind`.
 */
export const listRoutes = query({
  name: 'route.list',
  input: z.object({
    type: z.string().optional(),
    functionalArea: z.string().optional(),
    changeKind: z.enum(changeKinds, { error: texts.invalid }).optional(),
  }),
  permission: 'document.view_working',
  async run({ type: asked, functionalArea, changeKind }, { db }) {
    const routes = await readRoutes(db);
    if (asked === undefined && functionalArea === undefined && changeKind === undefined) return ok(routes);
    const type = documentType.safeParse(asked);
    if (!type.success) return refuse('invalid_input', { fields: { type: [asked ? texts.invalid : texts.required] } });
    if (functionalArea === undefined) return refuse('invalid_input', { fields: { functionalArea: [texts.required] } });
    const taken = await readRouteFor(db, { type: type.data, functionalArea, kind: changeKind ?? 'major' });
    return ok(routes.filter(({ uid }) => uid === taken?.uid));
  },
});

/** One route in use, with the version of its stream. */
export const getRoute = query({
  name: 'route.get',
  input: z.object({ route: z.uuid() }),
  permission: 'document.view_working',
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
