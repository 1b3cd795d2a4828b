import { z } from 'zod';
import type { Kysely } from 'kysely';
import { ok } from '#events/failures.ts';
import { departmentDecider, departmentKey } from '#events/organisation/department.ts';
import { streams } from '#events/streams.ts';
import { normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import type { Database } from '#app/database/schema.ts';
import { commit, personalCommand, type CommandContext } from '#app/commands/command.ts';
import { load, principalOf } from '#app/commands/load.ts';
import { changedSince, expectedVersionInput } from '#app/commands/expected-version.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

const name = z.string({ error: texts.departmentNameRequired }).trim().min(1, texts.departmentNameRequired);

/** Creates a department. */
export const createDepartment = personalCommand({
  name: 'department.create',
  input: z.object({ name }),
  permission: 'department.create',
  async run(values, context) {
    const department = context.ports.newId();
    return commit(context, async () => {
      const nameInUse = await isTaken(context, values.name, department);
      const { stream, version, state } = await load(context, streams.department(department), departmentDecider);
      const decision = departmentDecider.decide(
        { type: 'CreateDepartment', principal: principalOf(context), name: values.name, nameInUse, department },
        state,
      );
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        answer: { department, name: normaliseLine(values.name) },
      });
    });
  },
});

/** Renames a department. */
export const renameDepartment = personalCommand({
  name: 'department.rename',
  input: z.object({
    department: sentUid(),
    name: z.string({ error: texts.required }).trim().min(1, texts.required),
    ...expectedVersionInput,
  }),
  permission: 'department.rename',
  async run(values, context) {
    const { department } = values;
    return commit(context, async () => {
      const nameInUse = await isTaken(context, values.name, department);
      const loaded = await load(context, streams.department(department), departmentDecider);
      const changed = changedSince(loaded, values.expectedVersion, context);
      if (changed) return changed;
      const { stream, version, state } = loaded;
      const decision = departmentDecider.decide(
        { type: 'RenameDepartment', principal: principalOf(context), name: values.name, nameInUse },
        state,
      );
      if (!decision.ok) return decision;
      return ok({
        writes: [{ stream, version, events: decision.events }],
        answer: { department, name: normaliseLine(values.name) },
      });
    });
  },
});

const isTaken = ({ ports, org }: CommandContext, wanted: string, except: string): Promise<boolean> =>
  ports.database.read(org, async (db: Kysely<Database>) => {
    const others = await db.selectFrom('read.department').select('name').where('uid', '!=', except).execute();
    return others.some((other) => departmentKey(other.name) === departmentKey(wanted));
  });
