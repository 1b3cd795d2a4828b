import type { EventData } from '#events/catalogue.ts';
import type { Named } from '#events/common.ts';
import type { VersionRoute } from '#events/route/step.ts';

const uid = (number: number): string => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;

const held: Named = { uid: uid(95), name: 'Quality unit' };
export const route: VersionRoute = {
  uid: uid(96),
  name: 'Procedures of QA',
  version: 2,
  separation: 'strict',
  samePerson: false,
  steps: [
    { name: 'Quality unit', meaning: 'quality_approved', who: { kind: 'function', function: held }, howMany: 1, days: 5 },
    { name: 'Process owner', meaning: 'approved', who: { kind: 'named_by_owner' }, howMany: 'all', days: 10 },
  ],
};
const { uid: routeUid, ...definition } = route;
const routeNow = {
  ...definition,
  route: routeUid,
  types: ['SOP' as const],
  areas: [{ area: uid(80), name: 'QA' }],
  kinds: ['minor' as const],
};

const document = uid(10);
/** Who is asked, and is absent. */
export const absent = { user: uid(23), name: 'Tomasz Wieczorek' };
export const inStep = { uid: uid(40), user: uid(20), name: '小林 花', step: 1, function: held };
/** Whom the author of a draft means to ask. */
export const intended = [{ uid: inStep.user, name: inStep.name, step: 2 }];
const step = { document, version: '2.1', step: 1, name: 'Quality unit' };

/** The samples of routes' own events, and of steps. */
export const routeSamples: { [T in 'RouteDefined' | 'RouteChanged' | 'RouteRetired' | 'StepOpened' | 'StepCompleted']: EventData<T> } = {
  StepOpened: { ...step, dueAt: '2026-03-17T14:05:00.000Z', approvals: [inStep] },
  StepCompleted: step,
  RouteDefined: { ...routeNow, version: 1 },
  RouteChanged: { ...routeNow, changes: ['steps'], reason: 'The quality unit signs first.' },
  RouteRetired: { route: routeUid, version: 2, name: route.name, reason: 'One route for all areas.' },
};
