import { z } from 'zod';
import { changeKinds } from '#events/document/change-kinds.ts';
import { documentType } from '#events/document/events.ts';
import { routeEvolution } from '#events/route/route.ts';
import * as rules from '#events/route/route.ts';
import { separations } from '#events/route/kinds.ts';
import { routeStep } from '#events/route/step.ts';
import { streams } from '#events/streams.ts';
import { change, isChange } from '#app/kit/command/change.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { unlessUnreasoned } from '#app/kit/command/reason.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { readRoutes } from '#app/approval-routes/queries/in-use.ts';

const definition = z.object({
  name: z.string(),
  types: z.array(documentType),
  areas: z.array(z.object({ area: z.string(), name: z.string() })),
  kinds: z.array(z.enum(changeKinds)).optional(),
  // The rules say which numbers fit, by the step.
  steps: z.array(routeStep.extend({ howMany: z.union([z.literal('all'), z.number()]), days: z.number() })),
  separation: z.enum(separations),
  samePerson: z.boolean(),
});

const targetOf = (route: string, expectedVersion?: number) => ({
  stream: streams.route(route),
  evolution: routeEvolution,
  expectedVersion,
});

/** Defines the steps that some versions take to their approval. */
export const defineRoute = personalCommand({
  name: 'route.define',
  input: z.object({ definition }),
  permission: 'route.manage',
  run({ definition: given }, context) {
    const route = context.ports.newId();
    return change(context, targetOf(route), async (state, { principal }) => ({
      decision: rules.defineRoute(
        { principal, route, definition: given, others: await otherRoutes(context, route) },
        state,
      ),
      answer: { route },
    }));
  },
});

/** Changes a route. Versions in review keep the route that they were sent along. */
export const changeRoute = personalCommand({
  name: 'route.change',
  input: z.object({ route: sentUid(), definition, ...expectedVersionInput }),
  permission: 'route.manage',
  reason: 'depends',
  run: ({ route, definition: given, reason, expectedVersion }, context) =>
    change(context, targetOf(route, expectedVersion), async (state, { principal }) => {
      const others = await otherRoutes(context, route);
      const changing = { principal, definition: given, others, reason };
      const decision = unlessUnreasoned(rules.changeRoute(changing, state), context.viewer, reason);
      return { decision, answer: { route, changed: isChange(decision) } };
    }),
});

/** Retires a route, for a reason. Its documents take another route that fits them, or none. */
export const retireRoute = personalCommand({
  name: 'route.retire',
  input: z.object({ route: sentUid(), ...expectedVersionInput }),
  permission: 'route.manage',
  reason: 'required',
  run: ({ route, reason, expectedVersion }, context) =>
    change(context, targetOf(route, expectedVersion), (state, { principal }) => ({
      decision: rules.retireRoute({ principal, reason }, state),
      answer: { route },
    })),
});

/** The other routes in use. */
const otherRoutes = ({ ports, org }: CommandContext, route: string) =>
  ports.database.read(org, async (db) => (await readRoutes(db)).filter(({ uid }) => uid !== route));
