import { randomUUID } from 'node:crypto';
import type { E } from '#events/catalogue.ts';
import type { ChangeKind } from '#events/document/change-kinds.ts';
import type { VersionRoute } from '#events/route/step.ts';

export const routeUid = randomUUID();

/** A route of two steps with what COPY and JSON must escape. */
export const route: VersionRoute = {
  uid: routeUid,
  name: 'Prüfung\tund "Freigabe"',
  version: 1,
  separation: 'owner_not_alone',
  samePerson: true,
  steps: [
    { name: 'Review', meaning: 'reviewed', who: { kind: 'named_by_owner' }, howMany: 1, days: 5 },
    { name: 'Owner', meaning: 'approved', who: { kind: 'last_approvers' }, howMany: 'all', days: 5 },
  ],
};

const { uid: _, ...rest } = route;
const defined = { ...rest, route: routeUid, types: ['SOP' as const], areas: [{ area: 'QA', name: 'QA' }] };
const kinds: ChangeKind[] = ['minor'];

/** The route is defined, changed and retired. */
export const routeEvents: E[] = [
  { type: 'RouteDefined', data: defined },
  { type: 'RouteChanged', data: { ...defined, version: 2, kinds, changes: ['kinds'], reason: null } },
  { type: 'RouteRetired', data: { route: routeUid, version: 2, name: route.name, reason: 'Not needed.' } },
];
