import { json } from 'node:stream/consumers';
import { ok, refuse, type Result } from '#events/failures.ts';
import { mayOwn } from '#events/permissions.ts';
import { nameKey } from '#events/text.ts';
import type { Plan } from '#app/library-import/source-pack/plan.ts';
import type { Ports } from '#app/kit/ports.ts';
import { readFacts, type OrganisationFacts } from '#app/library-import/queries/facts.ts';

/** What no longer fits a plan that was previewed earlier, in words: others worked on meanwhile. */
export function outdatedIn({ documents }: Pick<Plan, 'documents'>, facts: OrganisationFacts): string[] {
  const owners = new Set([...facts.people.values()].filter(mayOwn).map(({ uid }) => uid));
  const departments = new Set([...facts.departments.values()].map(({ uid }) => uid));
  return documents.flatMap(({ data }) => [
    ...(facts.titles.has(nameKey(data.name)) ? [`The title “${data.name}” is taken now.`] : []),
    ...(facts.numbers.has(`${data.type} ${data.docNum}`) ? [`${data.type} ${data.docNum} is taken now.`] : []),
    ...(facts.areas.has(nameKey(data.functionalArea)) ? [] : [`The area ${data.functionalArea} is not used any more.`]),
    ...(owners.has(data.owner.uid) ? [] : [`${data.owner.name} cannot own a document any more.`]),
    ...data.departments.flatMap(({ uid, name }) =>
      departments.has(uid) ? [] : [`There is no department ${name} any more.`],
    ),
  ]);
}

/** Refuses the plan of an import that waits for its approval, where it does not fit any more. */
export async function checkPlan(ports: Ports, org: string, importUid: string): Promise<Result<null>> {
  const { plan, facts } = await ports.database.read(org, async (db) => ({
    ...(await db
      .selectFrom('read.library_import')
      .select('plan')
      .where('uid', '=', importUid)
      .where('status', '=', 'CHECKED')
      .executeTakeFirst()),
    facts: await readFacts(db),
  }));
  if (!plan) return ok(null);
  const opened = await ports.storage.within(org).open(plan.objectKey);
  if (!opened.ok) return opened;
  const [first, ...more] = outdatedIn((await json(opened.value)) as Plan, facts);
  if (first === undefined) return ok(null);
  const others = more.length > 0 ? ` ${more.length} more things changed.` : '';
  return refuse('import_outdated', { detail: `${first}${others} Put it right, or abandon this import.` });
}
