import { z } from 'zod';
import { areaKey, functionalAreaEvolution } from '#events/organisation/functional-area.ts';
import * as rules from '#events/organisation/functional-area.ts';
import { streams } from '#events/streams.ts';
import { isStorableText, normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import { areaNamed } from '#app/organisation/queries/area-named.ts';
import { change, isChange, type Part } from '#app/kit/command/change.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { unlessUnreasoned } from '#app/kit/command/reason.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';

const areaName = z.string({ error: texts.functionalAreaName }).refine(isStorableText, texts.functionalAreaName);
const targetOf = (wanted: string, expectedVersion?: number) => ({
  stream: streams.functionalArea(wanted),
  evolution: functionalAreaEvolution,
  expectedVersion,
});

/** Creates a functional area: 1 to 4 characters. */
export const createFunctionalArea = personalCommand({
  name: 'functional-area.create',
  input: z.object({ name: areaName }),
  permission: 'functional_area.create',
  run({ name: wanted }, context) {
    const uid = context.ports.newId();
    return change(context, targetOf(uid), async (state, { principal }) => ({
      decision: rules.createFunctionalArea(
        { principal, area: uid, name: wanted, nameInUse: await isTaken(context, wanted, uid) },
        state,
      ),
      answer: { area: uid, name: normaliseLine(wanted) },
    }));
  },
});

/** Renames a functional area, and with it the number of each of its documents; retires it or takes it back into use. */
export const editFunctionalArea = personalCommand({
  name: 'functional-area.edit',
  input: z.object({
    /** Its name now. */
    named: z.string().min(1).refine(isStorableText),
    name: areaName,
    retired: z.boolean().optional(),
    ...expectedVersionInput,
  }),
  permission: 'functional_area.edit',
  reason: 'depends',
  async run({ named, name: wanted, retired, reason, expectedVersion }, context) {
    const edited = await areaOf(context, named);
    return change(context, targetOf(edited, expectedVersion), async (state, { principal }) => {
      const nameInUse = await isTaken(context, wanted, edited);
      const editing = { principal, name: wanted, nameInUse, retired, reason };
      const decision = unlessUnreasoned(rules.editFunctionalArea(editing, state), context.viewer, reason);
      const renamed = decision.ok && decision.events.find(({ type }) => type === 'FunctionalAreaRenamed');
      const parts =
        renamed && state ? [await documentsRenamed(context, state.name, normaliseLine(wanted), reason)] : [];
      const changed = isChange(decision);
      return { decision, parts, answer: { area: edited, name: normaliseLine(wanted), changed } };
    });
  },
});

/** The identity of the area with this name; a name that none has finds none. */
const areaOf = async ({ ports, org }: CommandContext, named: string): Promise<string> =>
  ports.database.read(org, async (db) => {
    const found = await db
      .selectFrom('read.functional_area')
      .select('area')
      .where('name', '=', areaNamed(named))
      .executeTakeFirst();
    return found?.area ?? '';
  });

/** The new number on the stream of each document of the area. */
async function documentsRenamed(
  { ports, org }: CommandContext,
  old: string,
  name: string,
  reason: string | null,
): Promise<Part> {
  const rows = await ports.database.read(org, (db) =>
    db.selectFrom('read.document').select('uid').where('functional_area', '=', old).execute(),
  );
  const versions = await ports.ledger.streamVersions(
    org,
    rows.map(({ uid }) => streams.document(uid)),
  );
  return {
    writes: rows.map(({ uid: document }) => ({
      stream: streams.document(document),
      version: versions.get(streams.document(document)) ?? 0,
      events: [{ type: 'DocumentAreaRenamed', data: { document, old, new: name, reason } }],
    })),
  };
}

const isTaken = ({ ports, org }: CommandContext, wanted: string, except: string): Promise<boolean> =>
  ports.database.read(org, async (db) => {
    const others = await db.selectFrom('read.functional_area').select('name').where('area', '!=', except).execute();
    return others.some((other) => areaKey(other.name) === areaKey(wanted));
  });
