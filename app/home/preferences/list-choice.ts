import type { Database } from '#app/adapters/database/database.ts';
import type { ListChoice, ListName } from '#app/kit/query/viewer.ts';

type Whose = { org: string; uid: string };

/** Saves a person's sorting and filters of a list. */
export async function saveChoice(
  database: Database,
  { org, uid }: Whose,
  list: ListName,
  choice: ListChoice,
): Promise<void> {
  await database.tenant(org, (db) =>
    db
      .insertInto('app.list_choice')
      .values({ org_id: org, user_uid: uid, list, choice: JSON.stringify(choice) as unknown as ListChoice })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'user_uid', 'list'])
          .doUpdateSet({ choice: JSON.stringify(choice) as unknown as ListChoice }),
      )
      .execute(),
  );
}

/** The parameters of a choice, and the values that each may have. */
export type PossibleChoices = Readonly<Record<string, readonly string[]>>;

/**
 * Compares the last choice with the address. `restored`: the last choice, if the address has none and it is not the
 * default `usual`; `changed`: a new choice to save. Only `possible` values count, because a role may change.
 */
export function weighChoice(
  possible: PossibleChoices,
  asked: URLSearchParams,
  usual: ListChoice,
  last: ListChoice | null,
): { restored: ListChoice | null; changed: ListChoice | null } {
  const names = Object.keys(possible);
  const known = (valueOf: (name: string) => string | null | undefined): ListChoice =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = valueOf(name) ?? null;
        return value !== null && possible[name]?.includes(value) ? [[name, value]] : [];
      }),
    );
  const saved = last && known((name) => last[name]);
  const same = (choice: ListChoice) =>
    names.every((name) => (choice[name] ?? usual[name]) === (saved?.[name] ?? usual[name]));
  if (names.some((name) => asked.has(name))) {
    const choice = known((name) => asked.get(name));
    return { restored: null, changed: Object.keys(choice).length === 0 || same(choice) ? null : choice };
  }
  const plain = asked.size > (asked.has('tab') ? 1 : 0) || saved === null || same({});
  return { restored: plain ? null : saved, changed: null };
}
