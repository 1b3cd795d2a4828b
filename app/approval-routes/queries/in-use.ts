import type { Kysely } from 'kysely';
import type { ChangeKind } from '#events/document/change-kinds.ts';
import type { DocumentType } from '#events/document/events.ts';
import { routeFor } from '#events/route/route.ts';
import type { VersionRoute } from '#events/route/step.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { areaNamed } from '#app/organisation/queries/area-named.ts';

/** The routes that are not retired, the first defined first. */
export const readRoutes = (db: Kysely<Database>) =>
  db
    .selectFrom('read.route')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('defined_at')
    .orderBy('uid')
    .execute();

/** A route in use, as its table has it. */
export type InUse = Awaited<ReturnType<typeof readRoutes>>[number];

/** What decides about the route of a version. */
export interface OfVersion {
  type: DocumentType;
  /** Its name. */
  functionalArea: string;
  kind: ChangeKind;
}

/** The route that a version takes; null where there is none. */
export async function readRouteFor(
  db: Kysely<Database>,
  { type, functionalArea, kind }: OfVersion,
): Promise<VersionRoute | null> {
  const routes = await readRoutes(db);
  if (routes.length === 0) return null;
  const area = await db
    .selectFrom('read.functional_area')
    .select('area')
    .where('name', '=', areaNamed(functionalArea))
    .executeTakeFirst();
  const found = routeFor(routes, { type, area: area?.area ?? null, kind });
  return (
    found && {
      uid: found.uid,
      name: found.name,
      version: found.version,
      separation: found.separation,
      samePerson: found.same_person,
      steps: found.steps,
    }
  );
}

/** The manager of a person (uid); null where none is recorded. */
export async function readManager(db: Kysely<Database>, user: string): Promise<string | null> {
  const row = await db.selectFrom('read.user_account').select('manager_uid').where('uid', '=', user).executeTakeFirst();
  return row?.manager_uid ?? null;
}

/** Who holds which of these functions on a day of the organisation; their uids. */
export const readHolders = async (
  db: Kysely<Database>,
  functions: readonly string[],
  today: string,
): Promise<{ user: string; held: string }[]> =>
  functions.length === 0
    ? []
    : db
        .selectFrom('read.function_grant')
        .select(['user_uid as user', 'function_uid as held'])
        .where('function_uid', 'in', [...functions])
        .where('from_day', '<=', today)
        .where((eb) => eb.or([eb('until_day', 'is', null), eb('until_day', '>=', today)]))
        .orderBy('granted_at')
        .orderBy('user_uid')
        .execute();
