import type { RouteStep } from '#events/route/step.ts';

/** The numbers of the steps that a form has room for. */
export const stepNumbers = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type StepNumber = (typeof stepNumbers)[number];
export const stepFields = ['name', 'meaning', 'who', 'howMany', 'days'] as const;
export type StepField = (typeof stepFields)[number];
/** Forms have flat names: `days2` is the days of the second step. */
export type StepKey = `${StepField}${StepNumber}`;
export const stepKey = (field: StepField, number: StepNumber): StepKey => `${field}${number}`;

/** A step as the form shows it. */
export const stepToForm = ({ name, meaning, who, howMany, days }: RouteStep): Record<StepField, string> => ({
  name,
  meaning,
  who: who.kind === 'function' ? `function:${who.function.uid}` : who.kind,
  howMany: String(howMany),
  days: String(days),
});

/** A route as forms name it: a route that changed meanwhile has another name. A form without steps says `none`. */
export const routeToForm = (route: { uid: string; version: number } | null | undefined): string =>
  route ? `${route.uid} ${route.version}` : 'none';

type Named = Parameters<typeof routeToForm>[0];

/** What is wrong where the form showed other steps than those of the version; null where it showed these. */
export function otherSteps(routed: string, route: Named): string | null {
  if (routed === '' || routed === routeToForm(route)) return null;
  if (!route) return 'No route is for this version now. Check who signs it.';
  return routed === routeToForm(null)
    ? 'A route is for this version. Check who signs in its steps.'
    : 'This version takes other steps now. Check who signs in them.';
}

/** Somebody in a step of a route, as forms send it. */
export const placeToForm = (user: string, step: number): string => `${step}.${user}`;
