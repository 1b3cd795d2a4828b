import type { E } from '#events/catalogue.ts';
import type { Decision, Evolution } from '#events/decider.ts';
import type { ChangeKind } from '#events/document/change-kinds.ts';
import type { DocumentType } from '#events/document/events.ts';
import { refuse } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { may, type Principal } from '#events/permissions.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { routeFields, type RouteField } from '#events/route/events.ts';
import { isApproving, type RouteStep } from '#events/route/step.ts';
import { hasControlCharacters, isBlank, lengthOf, nameKey, normaliseLine } from '#events/text.ts';
import { invalidLine, texts } from '#events/texts.ts';

export const mostSteps = 8;
export const mostSigners = 20;
export const mostDays = 365;

type Defined = E<'RouteDefined'>['data'];
/** What an admin decides about a route. */
export type RouteDefinition = Pick<Defined, RouteField>;
/** What a route is for. */
type Scope = Pick<RouteDefinition, 'types' | 'areas' | 'kinds'>;
type RouteEvent = E<'RouteDefined' | 'RouteChanged' | 'RouteRetired'>;
type Ruling = Decision<RouteEvent>;

interface CommandBase {
  readonly principal: Principal;
}

interface Defining extends CommandBase {
  readonly definition: RouteDefinition;
  /** Other routes in use, to compare with. */
  readonly others: readonly (Pick<RouteDefinition, 'name'> & Scope)[];
}

export interface DefineRoute extends Defining {
  /** A new uid. */
  readonly route: string;
}

export interface ChangeRoute extends Defining {
  readonly reason: string | null;
}

export interface RetireRoute extends CommandBase {
  readonly reason: string;
}

export type RouteState = (Defined & { readonly retired: boolean }) | null;

const isLine = (text: string, most: number): boolean => lengthOf(text) <= most && !hasControlCharacters(text);

const isWithin = (number: number, most: number): boolean => Number.isInteger(number) && number >= 1 && number <= most;

const normalised = ({ kinds = [], ...definition }: RouteDefinition): RouteDefinition => ({
  ...definition,
  ...(kinds.length > 0 && { kinds }),
  name: normaliseLine(definition.name),
  steps: definition.steps.map((step) => ({ ...step, name: normaliseLine(step.name) })),
});

function nameProblem(name: string, most: number): string | null {
  if (isBlank(name)) return texts.required;
  return isLine(name, most) ? null : invalidLine(most);
}

function stepProblems(step: RouteStep, at: number, steps: readonly RouteStep[]): [string, string | null][] {
  const field = (name: string) => `steps[${at}].${name}`;
  const named = steps.findIndex(({ name }) => nameKey(name) === nameKey(step.name));
  const isMany = step.howMany === 'all' || isWithin(step.howMany, mostSigners);
  return [
    [
      field('name'),
      nameProblem(step.name, limits.routeStepName) ?? (named < at ? 'Another step has this name.' : null),
    ],
    [field('howMany'), isMany ? null : `Enter a whole number from 1 to ${mostSigners}, or all.`],
    [field('days'), isWithin(step.days, mostDays) ? null : `Enter a whole number from 1 to ${mostDays}.`],
  ];
}

/** How narrowly a route applies: areas before types, and types before kinds of change. */
const narrowness = ({ types, areas, kinds = [] }: Scope): number =>
  (areas.length > 0 ? 4 : 0) + (types.length > 0 ? 2 : 0) + (kinds.length > 0 ? 1 : 0);

const meet = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === 0 || some.some((one) => others.includes(one));

/** Two routes that apply equally narrowly and could both apply to one version. */
function overlap(one: Scope, other: Scope): boolean {
  const keys = (areas: RouteDefinition['areas']) => areas.map(({ area }) => area);
  return (
    narrowness(one) === narrowness(other) &&
    meet(one.types, other.types) &&
    meet(keys(one.areas), keys(other.areas)) &&
    meet(one.kinds ?? [], other.kinds ?? [])
  );
}

/** `name`: of the other route. */
export const overlapWords = (name: string): string =>
  `The route ${name} is for these documents already. Choose other types, areas or kinds of change.`;

function problemOf({ definition, others }: Defining, given: RouteDefinition): Ruling | null {
  const { name, steps } = given;
  const twin = others.find((other) => nameKey(other.name) === nameKey(name));
  const rival = others.find((other) => overlap(definition, other));
  const found: [string, string | null][] = [
    ['name', nameProblem(name, limits.routeName) ?? (twin ? 'Another route has this name.' : null)],
    ['types', rival ? overlapWords(rival.name) : null],
    ...steps.flatMap(stepProblems),
    ['steps', steps.length === 0 ? texts.required : null],
    ['steps', steps.length > mostSteps ? `A route has at most ${mostSteps} steps.` : null],
    ['steps', steps.some(isApproving) ? null : 'One step or more must approve: a review alone approves nothing.'],
  ];
  const fields: Record<string, string[]> = {};
  for (const [field, problem] of found) if (problem) fields[field] ??= [problem];
  return Object.keys(fields).length > 0 ? refuse('invalid_input', { fields }) : null;
}

const notAllowed = () => refuse('not_allowed', { detail: 'Only an admin manages routes.' });

const notInUse = (state: RouteState) =>
  refuse('not_found', { detail: state ? `The route ${state.name} is retired.` : 'There is no such route.' });

export function defineRoute(command: DefineRoute, state: RouteState): Ruling {
  if (!may(command.principal, 'route.manage')) return notAllowed();
  if (state) return refuse('conflict');
  const given = normalised(command.definition);
  const data = { route: command.route, version: 1, ...given };
  return problemOf(command, given) ?? { ok: true, events: [{ type: 'RouteDefined', data }] };
}

export function changeRoute(command: ChangeRoute, state: RouteState): Ruling {
  if (!may(command.principal, 'route.manage')) return notAllowed();
  if (!state || state.retired) return notInUse(state);
  const given = normalised(command.definition);
  const wrong = problemOf(command, given);
  if (wrong) return wrong;
  const { retired: _, ...before } = state;
  const changes = routeFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(given[field]));
  if (changes.length === 0) return { ok: true, events: [] };
  const problem = commentProblem(command.reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const data = { route: before.route, version: before.version + 1, ...given, changes };
  return { ok: true, events: [{ type: 'RouteChanged', data: { ...data, reason: command.reason?.trim() || null } }] };
}

export function retireRoute(command: RetireRoute, state: RouteState): Ruling {
  if (!may(command.principal, 'route.manage')) return notAllowed();
  if (!state || state.retired) return notInUse(state);
  const problem = reasonProblem(command.reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const { route, version, name } = state;
  const data = { route, version, name, reason: command.reason.trim() };
  return { ok: true, events: [{ type: 'RouteRetired', data }] };
}

function evolve(state: RouteState, event: RouteEvent): RouteState {
  switch (event.type) {
    case 'RouteDefined':
      return { ...event.data, retired: false };
    case 'RouteChanged': {
      const { changes: _, reason: __, ...now } = event.data;
      return state && { ...now, retired: false };
    }
    case 'RouteRetired':
      return state && { ...state, retired: true };
  }
}

/** Stream `route-<uid>`. */
export const routeEvolution: Evolution<RouteEvent, RouteState> = { initialState: null, evolve };

interface Taking {
  readonly type: DocumentType;
  /** The key of its functional area; null for one that does not exist. */
  readonly area: string | null;
  readonly kind: ChangeKind;
}

/** The route that a version takes: the narrowest one, and the first defined of those; or null. */
export function routeFor<R extends Scope>(routes: readonly R[], { type, area, kind }: Taking): R | null {
  const fitting = routes.filter(
    ({ types, areas, kinds = [] }) =>
      (types.length === 0 || types.includes(type)) &&
      (areas.length === 0 || areas.some((one) => one.area === area)) &&
      (kinds.length === 0 || kinds.includes(kind)),
  );
  return fitting.reduce<R | null>((best, one) => (best && narrowness(best) >= narrowness(one) ? best : one), null);
}
