import { areaNamed } from '#app/organisation/queries/area-named.ts';
import type { ApproverChoice, DraftFacts, PersonChoice } from '#events/document/commands.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { StreamExpectation } from '#events/ledger/types.ts';
import { mayBeApprover } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import type { CommandContext } from '#app/kit/command/command.ts';
import { isNameInUse, isNumberInUse } from '#app/documents/queries/name.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';
import { trainingCounts } from '#app/documents/queries/training-rate.ts';

/** Facts about other documents and areas that the draft's details depend on. `document` is the draft's uid. */
export async function draftFacts(
  { ports, org }: CommandContext,
  document: string,
  details: { name: string; type: string; docNum: string; functionalArea: string },
): Promise<{ facts: DraftFacts; functionalArea: string; expect: StreamExpectation[] }> {
  return ports.database.read(org, async (db) => {
    const area = await db
      .selectFrom('read.functional_area')
      .select(['area', 'name', 'retired_at'])
      .where('name', '=', areaNamed(details.functionalArea))
      .executeTakeFirst();
    const own = await db
      .selectFrom('read.document')
      .select('functional_area')
      .where('uid', '=', document)
      .executeTakeFirst();
    const facts = {
      nameInUse: await isNameInUse(db, details.name, document),
      numberInUse: await isNumberInUse(db, details, document),
      // A draft keeps an area that was retired meanwhile.
      functionalAreaExists: area !== undefined && (area.retired_at === null || area.name === own?.functional_area),
    };
    // An area that is renamed or retired meanwhile gets no new document under its old name.
    const stream = area && streams.functionalArea(area.area);
    const expect = stream ? [{ stream, version: await readStreamVersion(db, stream) }] : [];
    return { facts, functionalArea: area?.name ?? details.functionalArea, expect };
  });
}

/**
 * The chosen people as they are now. Their streams go into `expect`, so that nobody who is deactivated meanwhile is
 * chosen. People whom the organisation does not have are left out.
 */
export async function choosePeople(
  { ports, org }: CommandContext,
  users: readonly string[],
): Promise<{ people: PersonChoice[]; expect: StreamExpectation[] }> {
  const chosen = [...new Set(users)];
  if (chosen.length === 0) return { people: [], expect: [] };
  const versions = await ports.ledger.streamVersions(
    org,
    chosen.map((user) => streams.user(user)),
  );
  const found = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.user_account')
      .select(['uid as user', 'full_name as name', 'role', 'status'])
      .where('uid', 'in', chosen)
      .execute(),
  );
  const people = chosen.flatMap((uid) => found.find(({ user }) => user === uid) ?? []);
  return { people, expect: [...versions].map(([stream, version]) => ({ stream, version })) };
}

/** The chosen approvers, each with a new approval uid. Refuses people whom the organisation does not have. */
export async function chooseApprovers(
  context: CommandContext,
  users: readonly string[],
): Promise<Result<{ approvers: ApproverChoice[]; expect: StreamExpectation[] }>> {
  const { people, expect } = await choosePeople(context, users);
  if (people.length < new Set(users).size) return refuse('approver_not_eligible');
  return ok({ approvers: people.map((person) => ({ approval: context.ports.newId(), ...person })), expect });
}

/** Percent trained on the version that counts, as every list says. */
export async function trainingRateOf({ ports, org }: CommandContext, document: string): Promise<number> {
  const counts = await ports.database.read(org, (db) => trainingCounts(db, [document]));
  return counts.get(document)?.rate ?? 100;
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
