import { z } from 'zod';
import type { Kysely } from 'kysely';
import { ok } from '#events/failures.ts';
import { departmentEvolution, departmentKey } from '#events/organisation/department.ts';
import * as rules from '#events/organisation/department.ts';
import { streams } from '#events/streams.ts';
import { normaliseLine } from '#events/text.ts';
import { texts } from '#events/texts.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { askedOf, change, isChange } from '#app/kit/command/change.ts';
import { commit, personalCommand, type CommandContext, type Intent } from '#app/kit/command/command.ts';
import { unlessUnreasoned } from '#app/kit/command/reason.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

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
      { stream: streams.department(department), evolution: departmentEvolution },
      async (state, { principal }) => {
        const nameInUse = await isTaken(context, wanted, department);
        return {
          decision: rules.createDepartment({ principal, name: wanted, nameInUse, department }, state),
          answer: { department, name: normaliseLine(wanted) },
        };
      },
    );
  },
});

/** Creates all departments of a list, or none. */
export const createDepartments = personalCommand({
  name: 'department.create-many',
  input: z.object({ names: z.array(name).min(1).max(500) }),
  permission: 'department.create',
  run: ({ names }, context) =>
    commit<{ created: number }>(context, async () => {
      const { principal } = askedOf(context);
      const writes: Intent<unknown>['writes'] = [];
      const taken = await otherNames(context, context.ports.newId());
      for (const wanted of names) {
        const department = context.ports.newId();
        const nameInUse = taken.has(departmentKey(wanted));
        taken.add(departmentKey(wanted));
        const creating = { principal, name: wanted, nameInUse, department };
        const decision = rules.createDepartment(creating, null);
        if (!decision.ok) return { ok: false, failure: { detail: `The name is ${wanted}.`, ...decision.failure } };
        writes.push({ stream: streams.department(department), version: 0, events: decision.events });
      }
      return ok({ writes, answer: { created: names.length } });
    }),
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
      { stream: streams.department(department), evolution: departmentEvolution, expectedVersion },
      async (state, { principal }) => {
        const nameInUse = await isTaken(context, wanted, department);
        const renaming = { principal, name: wanted, reason, nameInUse };
        const decision = unlessUnreasoned(rules.renameDepartment(renaming, state), context.viewer, reason);
        return { decision, answer: { department, name: normaliseLine(wanted), changed: isChange(decision) } };
      },
    ),
});

/** The keys of the names of the other departments. */
const otherNames = ({ ports, org }: CommandContext, except: string): Promise<Set<string>> =>
  ports.database.read(org, async (db: Kysely<Database>) => {
    const others = await db.selectFrom('read.department').select('name').where('uid', '!=', except).execute();
    return new Set(others.map((other) => departmentKey(other.name)));
  });

const isTaken = async (context: CommandContext, wanted: string, except: string): Promise<boolean> =>
  (await otherNames(context, except)).has(departmentKey(wanted));
