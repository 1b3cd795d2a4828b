import type { routeEvents } from '#events/route/events.ts';
import type { RouteDefinition } from '#events/route/route.ts';
import type { Descriptions } from '#app/kit/words/event-description.ts';
import { changed } from '#app/kit/words/phrases.ts';
import { scopeWords, separationWords, stepInWords } from '#app/approval-routes/words/routes.ts';

/** A route as it is from then on. */
const content = (data: RouteDefinition) => [
  changed('Documents', null, scopeWords(data)),
  ...data.steps.map((step, at) => changed(`Step ${at + 1}`, null, stepInWords(step))),
  changed('Separation', null, separationWords[data.separation]),
  changed('One person in several steps', null, data.samePerson ? 'Yes' : 'No'),
];

/** The events of approval routes, in words. */
export const routeDescriptions: Descriptions<keyof typeof routeEvents> = {
  RouteDefined: (data) => ({ sentence: `defined the approval route ${data.name}`, changes: content(data) }),
  RouteChanged: (data) => ({
    sentence: `changed the approval route ${data.name} to version ${data.version}`,
    note: 'Versions in review keep the route that they were sent along.',
    changes: content(data),
    reason: data.reason,
  }),
  RouteRetired: ({ name, reason }) => ({ sentence: `retired the approval route ${name}`, reason }),
};
