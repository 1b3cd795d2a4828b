import { describe, expect, it } from 'vitest';
import { kindForRoute } from '#events/document/change.ts';
import { routeFor, type RouteDefinition } from '#events/route/route.ts';
import type { RouteStep } from '#events/route/step.ts';
import { admin, author, uidOf } from '#tests/deciders/people.ts';
import { type RouteCommand, routeDecider } from '#tests/deciders/rules.ts';
import { specify } from '#tests/deciders/specification.ts';

const step: RouteStep = {
  name: 'Process owner',
  meaning: 'approved',
  who: { kind: 'named_by_owner' },
  howMany: 'all',
  days: 5,
};
const qa = { area: 'QA', name: 'QA' };
const definition: RouteDefinition = {
  name: 'Procedures',
  types: ['SOP'],
  areas: [],
  steps: [step],
  separation: 'strict',
  samePerson: false,
};
const route = uidOf(700);
const define = { type: 'DefineRoute', principal: admin, route, definition, others: [] } satisfies RouteCommand;
const defined = { type: 'RouteDefined', data: { route, version: 1, ...definition } } as const;
const change = (more: Partial<RouteDefinition>, others: RouteDefinition[] = []): RouteCommand => ({
  type: 'ChangeRoute',
  principal: admin,
  definition: { ...definition, ...more },
  others,
  reason: ' The unit asked. ',
});
const { given } = specify(routeDecider);
const fields = (command: RouteCommand, ...events: (typeof defined)[]): string[] => {
  const state = events.reduce(routeDecider.evolve, routeDecider.initialState);
  const decision = routeDecider.decide(command, state);
  return decision.ok ? [] : Object.keys(decision.failure.fields ?? { [decision.failure.code]: [] });
};

describe('approval routes', () => {
  it('are defined, changed as a new version, and retired with a reason', () => {
    given().when(define).then(defined);
    const steps = [{ ...step, days: 7 }];
    const data = { route, ...definition, version: 2, steps, changes: ['steps' as const], reason: 'The unit asked.' };
    given(defined).when(change({ steps })).then({ type: 'RouteChanged', data });
    given(defined).when(change({})).thenNothing();
    const retire = { type: 'RetireRoute', principal: admin, reason: 'One for all.' } as const;
    const retired = {
      type: 'RouteRetired',
      data: { route, version: 1, name: 'Procedures', reason: 'One for all.' },
    } as const;
    given(defined).when(retire).then(retired);
    given(defined)
      .when({ ...retire, reason: ' ' })
      .thenRefused('invalid_input');
    given(defined, retired).when(change({ steps })).thenRefused('not_found');
  });

  it('are an admin’s', () => {
    given()
      .when({ ...define, principal: author })
      .thenRefused('not_allowed');
  });

  it.each<[string, Partial<RouteDefinition>, string[]]>([
    ['no name', { name: ' ' }, ['name']],
    ['no step', { steps: [] }, ['steps']],
    ['only a review', { steps: [{ ...step, meaning: 'reviewed' }] }, ['steps']],
    ['two steps of one name', { steps: [step, { ...step, name: 'process OWNER' }] }, ['steps[1].name']],
    ['nobody to sign', { steps: [{ ...step, howMany: 0 }] }, ['steps[0].howMany']],
    ['no day', { steps: [{ ...step, days: 366 }] }, ['steps[0].days']],
    ['nine steps', { steps: Array.from({ length: 9 }, (_, at) => ({ ...step, name: `Step ${at}` })) }, ['steps']],
  ])('refuses %s', (_, more, expected) => {
    expect(fields({ ...define, definition: { ...definition, ...more } })).toEqual(expected);
    expect(fields(change(more), defined)).toEqual(expected);
  });

  it('refuses a second route for the same documents, and lets a narrower one win', () => {
    const inQa = { ...definition, name: 'Procedures of QA', areas: [qa] };
    expect(fields({ ...define, definition, others: [{ ...definition, name: 'Other' }] })).toEqual(['types']);
    expect(fields({ ...define, definition, others: [{ ...inQa, name: 'PROCEDURES' }] })).toEqual(['name']);
    expect(fields({ ...define, definition: inQa, others: [definition] })).toEqual([]);
    const all = { ...definition, types: [] };
    const routes = [all, definition, inQa];
    const kind = 'major';
    expect(routeFor(routes, { type: 'SOP', area: 'QA', kind })).toBe(inQa);
    expect(routeFor(routes, { type: 'SOP', area: 'IT', kind })).toBe(definition);
    expect(routeFor(routes, { type: 'Form', area: 'QA', kind })).toBe(all);
    expect(routeFor([inQa], { type: 'Form', area: null, kind })).toBeNull();
  });

  it('are for kinds of change, which count less than type and area', () => {
    const minor = { ...definition, name: 'Minor', kinds: ['minor' as const, 'editorial' as const] };
    const editorial = { ...minor, name: 'Editorial', kinds: ['editorial' as const] };
    const anyMinor = { ...minor, name: 'Any minor', types: [] };
    given()
      .when({ ...define, definition: { ...definition, kinds: [] } })
      .then(defined);
    expect(fields({ ...define, definition: minor, others: [definition, anyMinor] })).toEqual([]);
    expect(fields({ ...define, definition: editorial, others: [minor] })).toEqual(['types']);
    expect(fields({ ...define, definition: { ...editorial, kinds: ['new'] }, others: [minor] })).toEqual([]);
    const data = {
      route,
      ...minor,
      version: 2,
      changes: ['name' as const, 'kinds' as const],
      reason: 'The unit asked.',
    };
    given(defined).when(change(minor)).then({ type: 'RouteChanged', data });
    const sop = { type: 'SOP', area: 'QA' } as const;
    const routes = [anyMinor, definition, minor];
    expect(routeFor(routes, { ...sop, kind: kindForRoute('minor', '1.0') })).toBe(minor);
    expect(routeFor(routes, { ...sop, kind: kindForRoute(null, '1.0') })).toBe(definition);
    expect(routeFor([anyMinor, definition], { ...sop, kind: 'minor' })).toBe(definition);
    // A form may say anything: only a first version is new.
    expect([kindForRoute('minor', null), kindForRoute('new', '1.0')]).toEqual(['new', 'major']);
  });
});
