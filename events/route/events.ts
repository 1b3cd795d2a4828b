import { z } from 'zod';
import { uid } from '#events/common.ts';
import { changeKinds } from '#events/document/change-kinds.ts';
import { documentType } from '#events/document/events.ts';
import { event, never } from '#events/event.ts';
import { separations } from '#events/route/kinds.ts';
import { routeStep } from '#events/route/step.ts';

/** A route as it is from the event on. Without types, areas or kinds of change it is for all of them. */
const route = z.object({
  route: uid,
  version: z.number().int().positive(),
  name: z.string(),
  types: z.array(documentType),
  /** By their stable key: an area of before it could be renamed has no UUID. */
  areas: z.array(z.object({ area: z.string(), name: z.string() })),
  /** Not said where it is for all kinds of change. */
  kinds: z.array(z.enum(changeKinds)).min(1).optional(),
  steps: z.array(routeStep).min(1),
  separation: z.enum(separations),
  samePerson: z.boolean(),
});

export const routeFields = ['name', 'types', 'areas', 'kinds', 'steps', 'separation', 'samePerson'] as const;
export type RouteField = (typeof routeFields)[number];

/** Stream `route-<uid>`: the steps that some versions take to their approval. */
export const routeEvents = {
  RouteDefined: event('route.manage', never, route.shape),
  /** `changes` names what changed. Versions in review keep the route that they were sent along. */
  RouteChanged: event('route.manage', never, {
    ...route.shape,
    changes: z.array(z.enum(routeFields)).min(1),
    reason: z.string().nullable(),
  }),
  RouteRetired: event('route.manage', never, {
    route: uid,
    version: z.number().int().positive(),
    name: z.string(),
    reason: z.string(),
  }),
} as const;
