import { z } from 'zod';
import { changeKinds } from '#events/document/change-kinds.ts';
import { changeRoute, defineRoute, retireRoute } from '#app/approval-routes/commands/manage.ts';
import { areaName, documentTypeText } from '#app/kit/call/fields.ts';
import { route, routeInput, toDefinition, toRoute } from '#app/approval-routes/calls/route-entity.ts';
import { partOf } from '#app/kit/call/paging.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import { getRoute, listRoutes, routeChoices } from '#app/approval-routes/queries/list.ts';
import { askFor, reads, runs, type Answer, type Call } from '#app/kit/call/endpoint.ts';

const tag = 'Approval routes';

async function routeAnswer(
  uid: string,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Promise<Answer<z.input<typeof route>>> {
  const { streamVersion, ...row } = await askFor(call, getRoute, { route: uid });
  return { data: toRoute(row), version: streamVersion };
}

export const getRoutes = reads({
  method: 'GET',
  path: '/api/routes',
  operation: 'listRoutes',
  tag,
  summary: 'The approval routes in use, the first defined first',
  description:
    'With `type` and `functionalArea` only the route that a version of such a document takes: the narrowest one that ' +
    'fits. `changeKind` is the kind of change of the version, `major` where it is not given. Without a route ' +
    'everybody who is chosen signs at once.',
  query: z.object({
    type: documentTypeText.optional(),
    functionalArea: areaName.optional(),
    changeKind: z.enum(changeKinds).optional(),
  }),
  list: true,
  data: z.array(route),
  asks: listRoutes,
  input: ({ query }) => query,
  answer: (rows, { page }) => {
    const { data, next } = partOf(rows, page, (row) => row.uid);
    return { data: data.map(toRoute), next };
  },
});

export const getOneRoute = reads({
  method: 'GET',
  path: '/api/routes/{uid}',
  operation: 'getRoute',
  tag,
  summary: 'An approval route in use',
  params: byUid,
  data: route,
  versioned: true,
  asks: getRoute,
  input: ({ params }) => ({ route: params.uid }),
  answer: ({ streamVersion, ...row }) => ({ data: toRoute(row), version: streamVersion }),
});

export const postRoute = runs({
  method: 'POST',
  path: '/api/routes',
  operation: 'defineRoute',
  tag,
  summary: 'Define an approval route',
  description: 'Two routes that are equally narrow cannot be for the same versions. One step or more must approve.',
  body: routeInput,
  data: route,
  status: 201,
  versioned: true,
  command: defineRoute,
  input: async (call) => ({ definition: toDefinition(call.body, await askFor(call, routeChoices, {})) }),
  answer: async ({ route: uid }, call) => ({
    ...(await routeAnswer(uid, call)),
    uid,
    location: `/api/routes/${uid}`,
  }),
});

export const putRoute = runs({
  method: 'PUT',
  path: '/api/routes/{uid}',
  operation: 'changeRoute',
  tag,
  summary: 'Change an approval route',
  description: 'Versions in review keep the route that they were sent along.',
  params: byUid,
  body: routeInput,
  data: route,
  versioned: true,
  command: changeRoute,
  input: async (call) => ({
    route: call.params.uid,
    definition: toDefinition(call.body, await askFor(call, routeChoices, {})),
    expectedVersion: call.expectedVersion,
  }),
  answer: ({ route: uid }, call) => routeAnswer(uid, call),
});

export const putRetireRoute = runs({
  method: 'PUT',
  path: '/api/routes/{uid}/retire',
  operation: 'retireRoute',
  tag,
  summary: 'Retire an approval route',
  description: 'Its documents take another route that fits them, or none. Versions in review keep it.',
  params: byUid,
  body: z.object({}),
  data: z.null(),
  versioned: true,
  command: retireRoute,
  input: ({ params, expectedVersion }) => ({ route: params.uid, expectedVersion }),
  answer: () => ({ data: null }),
});
