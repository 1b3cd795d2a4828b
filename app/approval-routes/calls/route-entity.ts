import { z } from 'zod';
import { named, uidOf } from '#app/kit/call/own-organisation.ts';
import { changeKinds } from '#events/document/change-kinds.ts';
import { stepMeanings, separations } from '#events/route/kinds.ts';
import { mostDays, mostSigners, mostSteps, type RouteDefinition } from '#events/route/route.ts';
import { isOfferedType, offeredTypes } from '#events/document/type.ts';
import { texts } from '#events/texts.ts';
import { areaName, functionName, routeName, routeStepName } from '#app/kit/call/fields.ts';
import { moment, toMomentOrNull } from '#app/kit/call/moment.ts';
import type { StepLine } from '#app/approval-routes/queries/steps.ts';
import type { InUse } from '#app/approval-routes/queries/in-use.ts';
import { RefusedCall } from '#app/kit/call/endpoint.ts';

const whoKinds = ['function', 'named_by_owner', 'manager_of_owner', 'last_approvers'] as const;
const whoWords =
  'Who is asked: people with the function, people whom the owner names, the manager of the owner, or those who ' +
  'approved the version before.';
const howManyWords = 'How many of those who are asked must sign.';
const separationWords = '`strict`: an owner signs in no approving step. `owner_not_alone`: not alone in one.';

const count = (most: number) => z.int().meta({ minimum: 1, maximum: most, examples: [2] });
const plain = {
  name: routeStepName,
  meaning: z.enum(stepMeanings).describe('What a signature in the step means.'),
  howMany: z.union([z.literal('all'), count(mostSigners)]).describe(howManyWords),
  days: count(mostDays).describe('From the opening of the step until it is overdue.'),
};

const scope = {
  name: routeName,
  types: z.array(z.enum(offeredTypes)).describe('Empty: all types.'),
  areas: z.array(areaName).describe('Names of functional areas; empty: all areas.'),
  changeKinds: z.array(z.enum(changeKinds)).describe('Kinds of change of a version; empty: all kinds.'),
  separation: z.enum(separations).describe(separationWords),
  samePerson: z.boolean().describe('One person may sign in several steps.'),
};

const someSteps = { minItems: 1, maxItems: mostSteps };

export const route = z
  .object({
    uid: z.uuid(),
    version: z.int().min(1).describe('1, and one more with each change.'),
    ...scope,
    steps: z
      .array(
        z.object({
          ...plain,
          who: z
            .object({
              kind: z.enum(whoKinds),
              function: z.object({ uid: z.uuid(), name: functionName }).nullable(),
            })
            .describe(whoWords),
        }),
      )
      .meta(someSteps),
  })
  .meta({ id: 'Route', description: 'The steps that some versions take to their approval.' });

export const routeInput = z
  .object({
    ...scope,
    samePerson: scope.samePerson.default(false),
    types: scope.types.default([]),
    areas: scope.areas.default([]),
    changeKinds: scope.changeKinds.default([]),
    steps: z
      .array(
        z.object({
          ...plain,
          who: z
            .object({
              kind: z.enum(whoKinds),
              function: named.nullish().describe('A function in use, or its uid, where `kind` is `function`.'),
            })
            .describe(whoWords),
        }),
      )
      .meta(someSteps),
  })
  .meta({ id: 'RouteInput' });

export const toRoute = (row: InUse): z.input<typeof route> => ({
  uid: row.uid,
  version: row.version,
  name: row.name,
  types: row.types.filter(isOfferedType),
  areas: row.areas.map(({ name }) => name),
  changeKinds: row.kinds,
  separation: row.separation,
  samePerson: row.same_person,
  steps: row.steps.map(({ who, ...step }) => ({
    ...step,
    who: { kind: who.kind, function: who.kind === 'function' ? who.function : null },
  })),
});

interface Choices {
  areas: readonly { area: string; name: string }[];
  functions: readonly { uid: string; name: string }[];
}

/** The definition that a body describes. Refuses areas and functions that the organisation does not have in use. */
export function toDefinition(body: z.output<typeof routeInput>, { areas, functions }: Choices): RouteDefinition {
  const wrong: Record<string, string[]> = {};
  const known = body.areas.flatMap((name) => {
    const found = areas.find((one) => one.name === name);
    if (!found) wrong.areas = [texts.invalid];
    return found ?? [];
  });
  const steps = body.steps.map(({ who, ...step }, at): RouteDefinition['steps'][number] => {
    if (who.kind !== 'function') return { ...step, who: { kind: who.kind } };
    const held = functions.find(({ uid }) => who.function && uid === uidOf(who.function));
    if (!held) wrong[`steps[${at}].who.function`] = [who.function ? texts.invalid : texts.required];
    return { ...step, who: { kind: 'function', function: held ?? { uid: '', name: '' } } };
  });
  if (Object.keys(wrong).length > 0) throw new RefusedCall({ code: 'invalid_input', fields: wrong });
  const { changeKinds: kinds, ...rest } = body;
  return { ...rest, areas: known, kinds, steps };
}

const routeReference = z.object({
  uid: z.uuid(),
  name: routeName,
  version: z.int().min(1).describe('Of the route: a later change leaves the version as it is.'),
});

/** The route that a version was sent along. */
export const versionRoute = routeReference.meta({ id: 'VersionRoute' });

/** The same with what became of its steps. */
export const routeProgress = routeReference
  .extend({
    steps: z.array(
      z.object({
        step: z.int().min(1).describe('Its number.'),
        name: routeStepName,
        meaning: z.enum(stepMeanings),
        function: functionName.nullable().describe('That the people who are asked hold; null where others are.'),
        state: z.enum(['waiting', 'open', 'complete']),
        dueDate: moment.nullable().describe('Null until the step opens.'),
      }),
    ),
  })
  .meta({ id: 'RouteProgress' });

export const toProgress = ({ steps, ...of }: z.input<typeof versionRoute> & { steps: readonly StepLine[] }) => ({
  ...of,
  steps: steps.map(({ number, name, meaning, held, state, dueAt }) => ({
    step: number,
    name,
    meaning,
    function: held?.name ?? null,
    state,
    dueDate: toMomentOrNull(dueAt),
  })),
});
