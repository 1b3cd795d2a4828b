import { z } from 'zod';
import type { Kysely } from 'kysely';
import { departmentDecider, departmentKey } from '#events/organisation/department.ts';
import { streams } from '#events/streams.ts';
import { normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import type { Database } from '#app/database/schema.ts';
import { change } from '#app/commands/change.ts';
import { personalCommand, type CommandContext } from '#app/commands/command.ts';
import { unlessUnreasoned } from '#app/commands/reason.ts';
import { expectedVersionInput } from '#app/commands/expected-version.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

const name = z.string({ error: texts.departmentNameRequired }).trim().min(1, texts.departmentNameRequired);

/** Creates a department. */
export const createDepartment = personalCommand({
  name: 'department.create',
  input: z.object({ name }),
  permission: 'department.create',
  async run({ name: wanted }, context) {
    const department = context.ports.newId();
    return change(
      context,
      { stream: streams.department(department), decider: departmentDecider },
      async (state, { principal }) => {
        const nameInUse = await isTaken(context, wanted, department);
        return {
          decision: departmentDecider.decide(
            { type: 'CreateDepartment', principal, name: wanted, nameInUse, department },
            state,
          ),
          answer: { department, name: normaliseLine(wanted) },
        };
      },
    );
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
  reason: 'depends',
  run: ({ department, name: wanted, reason, expectedVersion }, context) =>
    change(
      context,
      { stream: streams.department(department), decider: departmentDecider, expectedVersion },
      async (state, { principal }) => {
        const nameInUse = await isTaken(context, wanted, department);
        const renaming = { type: 'RenameDepartment' as const, principal, name: wanted, reason, nameInUse };
        return {
          decision: unlessUnreasoned(departmentDecider.decide(renaming, state), context.viewer, reason),
          answer: { department, name: normaliseLine(wanted) },
        };
      },
    ),
});

const isTaken = ({ ports, org }: CommandContext, wanted: string, except: string): Promise<boolean> =>
  ports.database.read(org, async (db: Kysely<Database>) => {
    const others = await db.selectFrom('read.department').select('name').where('uid', '!=', except).execute();
    return others.some((other) => departmentKey(other.name) === departmentKey(wanted));
  });
