import type { Named } from '#events/common.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import { inOrder } from '#app/kit/query/in-order.ts';

/** The departments with these uids, by name; refuses one that the organisation does not have. */
export async function chooseDepartments(
  { ports, org }: CommandContext,
  uids: readonly string[],
): Promise<Result<Named[]>> {
  const wanted = [...new Set(uids)];
  if (wanted.length === 0) return ok([]);
  const found = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.department')
      .select(['uid', 'name'])
      .where('uid', 'in', wanted)
      .orderBy(inOrder('name_folded'))
      .execute(),
  );
  return found.length === wanted.length ? ok(found) : refuse('department_unknown');
}
