import type { RouteDefinition } from '#events/route/route.ts';
import { stepsOf, type RouteFormValues } from '#app/approval-routes/forms/route.ts';
import type { RouteChoices } from '#app/approval-routes/screens/route-page.tsx';

/** The definition that a form describes. */
export const definitionOf = (values: RouteFormValues, { areas, functions }: RouteChoices): RouteDefinition => ({
  ...values,
  areas: areas.filter(({ area }) => values.areas.includes(area)),
  steps: stepsOf(values, new Map(functions.map(({ uid, name }) => [uid, name]))),
});
