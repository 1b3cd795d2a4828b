import type { Kysely } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readAbsentOnes } from '#app/approval-routes/queries/absent-ones.ts';

const uid = '([0-9a-f-]{36})';

/** The tasks that a notification leads to; what is no task can always be opened. */
const tasks = {
  approval: new RegExp(`^/dashboard/approve/${uid}`),
  training: new RegExp(`^/dashboard/review/${uid}`),
  publication: new RegExp(`^/dashboard/docs/${uid}/publish`),
  review: new RegExp(`^/dashboard/docs/${uid}/periodic-review`),
} as const;
type Task = keyof typeof tasks;

/** Which task a path leads to, and of which approval's document, record or document; null: of none. */
const taskOf = (path: string): { task: Task; of: string } | null => {
  for (const [task, pattern] of Object.entries(tasks) as [Task, RegExp][]) {
    const [, of] = pattern.exec(path) ?? [];
    if (of) return { task, of };
  }
  return null;
};

/** Those of these paths whose task is still the person's: neither done, withdrawn nor somebody else's by now. */
export async function readOpenPaths(
  db: Kysely<Database>,
  paths: readonly string[],
  { user, today, now }: { user: string; today: string; now: Instant },
): Promise<Set<string>> {
  const found = paths.flatMap((path) => ({ path, ...(taskOf(path) ?? { task: null, of: '' }) }));
  const uidsOf = (task: Task) => found.flatMap((one) => (one.task === task ? [one.of] : []));
  const people = [user, ...(await readAbsentOnes(db, user, today)).keys()];
  const some = <T>(uids: readonly string[], read: (uids: string[]) => Promise<T[]>) =>
    uids.length === 0 ? [] : read([...new Set(uids)]);
  const open = {
    approval: await some(uidsOf('approval'), (uids) =>
      db
        .selectFrom('read.approval as a')
        .innerJoin('read.document as d', (join) =>
          join.onRef('d.uid', '=', 'a.document_uid').onRef('d.version', '=', 'a.version'),
        )
        .select('d.uid')
        .where('d.uid', 'in', uids)
        .where('a.user_uid', 'in', people)
        .where('a.status', '=', 'OPEN')
        .execute(),
    ),
    training: await some(uidsOf('training'), (uids) =>
      db
        .selectFrom('read.training_record')
        .select('uid')
        .where('uid', 'in', uids)
        .where('user_uid', '=', user)
        .where('status', '=', 'OPEN')
        .execute(),
    ),
    publication: await some(uidsOf('publication'), (uids) =>
      db.selectFrom('read.document').select('uid').where('uid', 'in', uids).where('status', '=', 'APPROVED').execute(),
    ),
    review: await some(uidsOf('review'), (uids) =>
      db
        .selectFrom('read.document')
        .select('uid')
        .where('uid', 'in', uids)
        .where('status', '=', 'EFFECTIVE')
        .where('review_due_at', '<=', now)
        .execute(),
    ),
  };
  const isOpen = (task: Task, of: string): boolean => open[task].some((row) => row.uid === of);
  return new Set(found.flatMap(({ path, task, of }) => (task === null || isOpen(task, of) ? [path] : [])));
}
