import type { Database } from '#app/database/database.ts';

export type ListName = 'manage' | 'effective';
type Choice = Record<string, string>;
type Whose = { org: string; uid: string };

/** How the person last sorted and filtered the list, as address parameters; null where never. */
export async function recallChoice(database: Database, { org, uid }: Whose, list: ListName): Promise<Choice | null> {
  const row = await database.read(org, (db) =>
    db
      .selectFrom('app.list_choice')
      .select('choice')
      .where('user_uid', '=', uid)
      .where('list', '=', list)
      .executeTakeFirst(),
  );
  return row?.choice ?? null;
}

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
 * The parameters with which the person last looked at the list, where the address asks for nothing in particular and they differ from
 * `usual`; null otherwise. An address that asks for something is what is kept.
 */
export async function choiceFor(
  database: Database,
  whose: Whose,
  list: ListName,
  asked: URLSearchParams,
  usual: Choice,
): Promise<Choice | null> {
  const names = parametersOf[list];
  const kept = await recallChoice(database, whose, list);
  const same = (choice: Choice) =>
    names.every((name) => (choice[name] ?? usual[name]) === (kept?.[name] ?? usual[name]));
  if (names.some((name) => asked.has(name))) {
    const choice = Object.fromEntries(
      names.flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? '']] : [])),
    );
    if (!same(choice)) await keepChoice(database, whose, list, choice);
    return null;
  }
  return asked.has('q') || asked.has('page') || kept === null || same({}) ? null : kept;
}
