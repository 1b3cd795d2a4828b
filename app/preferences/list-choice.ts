import type { Database } from '#app/database/database.ts';

export type ListName = 'manage' | 'effective';
/** How somebody sorts and filters a list, as address parameters. */
export type ListChoice = Record<string, string>;
type Whose = { org: string; uid: string };

/** Keeps how the person sorted and filtered the list just now. */
export async function keepChoice(
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

/** The parameters that make up a choice, and the values that each may have. */
export type PossibleChoices = Readonly<Record<string, readonly string[]>>;

/**
 * What is to be done about how the person last looked at the list (`kept`): `restored`, where the address asks for nothing in
 * particular and they differ from `usual`; `changed`, to be kept, where the address asks for something else. A value that is not
 * `possible` is neither kept nor restored, such as the retired documents for somebody who is no longer an admin.
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
  const kept = last && known((name) => last[name]);
  const same = (choice: ListChoice) =>
    names.every((name) => (choice[name] ?? usual[name]) === (kept?.[name] ?? usual[name]));
  if (names.some((name) => asked.has(name))) {
    const choice = known((name) => asked.get(name));
    return { restored: null, changed: Object.keys(choice).length === 0 || same(choice) ? null : choice };
  }
  const plain = asked.has('q') || asked.has('page') || kept === null || same({});
  return { restored: plain ? null : kept, changed: null };
}
