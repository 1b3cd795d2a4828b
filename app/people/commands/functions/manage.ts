import { z } from 'zod';
import { functionEvolution } from '#events/function/function.ts';
import * as rules from '#events/function/function.ts';
import { organisationEvolution } from '#events/organisation/organisation.ts';
import { streams } from '#events/streams.ts';
import { isStorableText, nameKey, normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { change, isChange } from '#app/kit/command/change.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { unlessUnreasoned } from '#app/kit/command/reason.ts';
import { readRoutes } from '#app/approval-routes/queries/in-use.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

const functionName = z.string({ error: texts.required }).refine(isStorableText, texts.invalid);

const targetOf = (uid: string, expectedVersion?: number) => ({
  stream: streams.function(uid),
  evolution: functionEvolution,
  expectedVersion,
});

/** Creates a function, for instance the quality unit. */
export const createFunction = personalCommand({
  name: 'function.create',
  input: z.object({ name: functionName }),
  permission: 'function.edit',
  run({ name }, context) {
    const uid = context.ports.newId();
    return change(context, targetOf(uid), async (state, { principal }) => {
      const nameInUse = await isTaken(context, name, uid);
      return {
        decision: rules.createFunction({ principal, uid, name, nameInUse }, state),
        answer: { function: uid, name: normaliseLine(name) },
      };
    });
  },
});

/** Renames a function, retires it or takes it back into use. */
export const editFunction = personalCommand({
  name: 'function.edit',
  input: z.object({
    function: sentUid(),
    name: functionName,
    retired: z.boolean().optional(),
    ...expectedVersionInput,
  }),
  permission: 'function.edit',
  reason: 'depends',
  run({ function: uid, name, retired, reason, expectedVersion }, context) {
    return change(context, targetOf(uid, expectedVersion), async (state, { principal }) => {
      const nameInUse = await isTaken(context, name, uid);
      // Nobody makes it the quality unit meanwhile.
      const { state: organisation, stream, version } = await load(context, streams.organisation, organisationEvolution);
      const isQualityUnit = organisation?.settings.qualityUnit?.uid === uid;
      const routes = await routesThatAsk(context, uid);
      const editing = { principal, name, nameInUse, retired, isQualityUnit, routes, reason };
      const decided = rules.editFunction({ ...editing }, state);
      const decision = unlessUnreasoned(decided, context.viewer, reason);
      return {
        decision,
        parts: retired ? [{ expect: [{ stream, version }] }] : [],
        answer: { function: uid, name: normaliseLine(name), changed: isChange(decision) },
      };
    });
  },
});

/** The names of the routes in use with a step of this function. */
const routesThatAsk = ({ ports, org }: CommandContext, uid: string): Promise<string[]> =>
  ports.database.read(org, async (db) => {
    const routes = await readRoutes(db);
    const asks = ({ steps }: (typeof routes)[number]): boolean =>
      steps.some(({ who }) => who.kind === 'function' && who.function.uid === uid);
    return routes.filter(asks).map(({ name }) => name);
  });

const isTaken = ({ ports, org }: CommandContext, wanted: string, except: string): Promise<boolean> =>
  ports.database.read(org, async (db) => {
    const others = await db.selectFrom('read.function').select('name').where('uid', '!=', except).execute();
    return others.some((other) => nameKey(other.name) === nameKey(wanted));
  });
