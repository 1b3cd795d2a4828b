import type { ApproverChoice, DraftFacts } from '#events/document/commands.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { mayBeApprover } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import type { CommandContext } from '#app/commands/command.ts';
import { isNameInUse, isNumberInUse } from '#app/queries/document/name.ts';
import { trainingCounts } from '#app/queries/document/training-rate.ts';

/** Facts about other documents and areas that the draft's details depend on. `document` is the draft's uid. */
export async function draftFacts(
  { ports, org }: CommandContext,
  document: string,
  details: { name: string; type: string; docNum: string; functionalArea: string },
): Promise<DraftFacts> {
  return ports.database.read(org, async (db) => {
    const area = await db
      .selectFrom('read.functional_area')
      .select('name')
      .where('name', '=', details.functionalArea)
      .executeTakeFirst();
    return {
      nameInUse: await isNameInUse(db, details.name, document),
      numberInUse: await isNumberInUse(db, details, document),
      functionalAreaExists: area !== undefined,
    };
  });
}

/**
 * The chosen approvers as they are now, each with a new approval uid. Their streams go into `expect`, so that nobody
 * who is deactivated meanwhile is asked. Refuses people whom the organisation does not have.
 */
export async function chooseApprovers(
  { ports, org }: CommandContext,
  users: readonly string[],
): Promise<Result<{ approvers: ApproverChoice[]; expect: StreamExpectation[] }>> {
  const chosen = [...new Set(users)];
  if (chosen.length === 0) return ok({ approvers: [], expect: [] });
  const versions = await ports.ledger.streamVersions(
    org,
    chosen.map((user) => streams.user(user)),
  );
  const people = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.user_account')
      .select(['uid', 'full_name', 'role', 'status'])
      .where('uid', 'in', chosen)
      .execute(),
  );
  const approvers = chosen.flatMap((user) => {
    const person = people.find(({ uid }) => uid === user);
    if (!person) return [];
    const { full_name: name, role, status } = person;
    return [{ approval: ports.newId(), user, name, role, status }];
  });
  if (approvers.length < chosen.length) return refuse('approver_not_eligible');
  return ok({ approvers, expect: [...versions].map(([stream, version]) => ({ stream, version })) });
}

/** Percent trained on the version that counts, as the screens show it. */
export async function trainingRateOf({ ports, org }: CommandContext, document: string): Promise<number> {
  const counts = await ports.database.read(org, (db) => trainingCounts(db, [document]));
  return counts.get(document)?.labelRate ?? 100;
}

/** Those of these people (uids) who may approve, in the order given. */
export async function eligibleOf({ ports, org }: CommandContext, users: readonly string[]): Promise<string[]> {
  if (users.length === 0) return [];
  const people = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.user_account')
      .select(['uid', 'role', 'status'])
      .where('uid', 'in', [...users])
      .execute(),
  );
  const eligible = new Set(people.filter(mayBeApprover).map(({ uid }) => uid));
  return users.filter((user) => eligible.has(user));
}
