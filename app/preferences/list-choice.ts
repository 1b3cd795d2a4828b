import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/database/database.ts';
import { query } from '#app/queries/query.ts';

export type ListName = 'manage' | 'effective';
type Choice = Record<string, string>;
type Whose = { org: string; uid: string };

/** How the viewer last sorted and filtered the list, as address parameters; null where never. */
export const recallChoice = query({
  name: 'list.recall_choice',
  input: z.object({ list: z.enum(['manage', 'effective']) }),
  permission: 'signed-in',
  async run({ list }, { db, viewer }) {
    const row = await db
      .selectFrom('app.list_choice')
      .select('choice')
      .where('user_uid', '=', viewer.uid)
      .where('list', '=', list)
      .executeTakeFirst();
    return ok<Choice | null>(row?.choice ?? null);
  },
});

/** Keeps how the person sorted and filtered the list just now. */
export async function keepChoice(
  database: Database,
  { org, uid }: Whose,
  list: ListName,
  choice: Choice,
): Promise<void> {
  await database.tenant(org, (db) =>
    db
      .insertInto('app.list_choice')
      .values({ org_id: org, user_uid: uid, list, choice: JSON.stringify(choice) as unknown as Choice })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'user_uid', 'list'])
          .doUpdateSet({ choice: JSON.stringify(choice) as unknown as Choice }),
      )
      .execute(),
  );
}

const parametersOf: Record<ListName, readonly string[]> = {
  manage: ['sort', 'order', 'show', 'area'],
  effective: ['sort', 'order'],
};

/**
 * What is to be done about how the person last looked at the list (`kept`): `restored`, where the address asks for nothing in
 * particular and they differ from `usual`; `changed`, to be kept, where the address asks for something else.
 */
export function weighChoice(
  list: ListName,
  asked: URLSearchParams,
  usual: Choice,
  kept: Choice | null,
): { restored: Choice | null; changed: Choice | null } {
  const names = parametersOf[list];
  const same = (choice: Choice) =>
    names.every((name) => (choice[name] ?? usual[name]) === (kept?.[name] ?? usual[name]));
  if (names.some((name) => asked.has(name))) {
    const choice = Object.fromEntries(
      names.flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? '']] : [])),
    );
    return { restored: null, changed: same(choice) ? null : choice };
  }
  const plain = asked.has('q') || asked.has('page') || kept === null || same({});
  return { restored: plain ? null : kept, changed: null };
}
