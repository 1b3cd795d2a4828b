import type { Kysely } from 'kysely';
import type { QualityUnit } from '#events/document/decide/quality.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { mayBeApprover } from '#events/permissions.ts';
import { startOfDay } from '#app/kit/query/period.ts';
import { todayOf } from '#app/kit/query/today.ts';

/** The organisation's quality unit and which approvers hold its function today; null where there is none. */
export async function readQualityUnitOn(
  db: Kysely<Database>,
  at: Parameters<typeof todayOf>[0],
): Promise<QualityUnit | null> {
  const { qualityUnit } = at.viewer.settings;
  if (!qualityUnit) return null;
  const today = todayOf(at);
  const unit = await db
    .selectFrom('read.function')
    .select('name')
    .where('uid', '=', qualityUnit.uid)
    .executeTakeFirst();
  const holders = await db
    .selectFrom('read.function_grant as g')
    .innerJoin('read.user_account as u', 'u.uid', 'g.user_uid')
    .select(['u.uid', 'u.full_name as name', 'u.role', 'u.status', 'g.from_day', 'g.granted_at'])
    .where('g.function_uid', '=', qualityUnit.uid)
    .where('g.from_day', '<=', today)
    .where((eb) => eb.or([eb('g.until_day', 'is', null), eb('g.until_day', '>=', today)]))
    .orderBy('u.full_name_folded')
    .orderBy('u.uid')
    .execute();
  return {
    name: unit?.name ?? qualityUnit.name,
    holders: holders.filter(mayBeApprover).map(({ uid, name, from_day: from, granted_at: granted }) => {
      const begins = startOfDay(from, 0, at.viewer.settings.timeZone);
      return { uid, name, since: begins > granted ? begins : granted };
    }),
  };
}

/** The same for a command. */
export const readQualityUnit = (context: SignedInContext): Promise<QualityUnit | null> =>
  context.ports.database.read(context.org, (db) => readQualityUnitOn(db, context));
