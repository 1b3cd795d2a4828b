import { latestSource, withSource, type Source } from '#app/reports/queries/source.ts';
import type { Organisation } from '#tests/support/organisation.ts';

/** The rows of a report, as of a ledger position (decimal text) or the latest. */
export async function reportRows<R>(
  { services, world }: Pick<Organisation, 'services' | 'world'>,
  stream: (source: Source) => AsyncIterable<R>,
  position?: string,
): Promise<R[]> {
  const gather = async (source: Source) => {
    const rows: R[] = [];
    for await (const row of stream(source)) rows.push(row);
    return rows;
  };
  if (position === undefined)
    return services.database.read(world.org, async (db) => gather(await latestSource(db, world.org)));
  const past = await withSource(services.database, { org: world.org, position }, gather);
  if (!past.ok) throw new Error(past.failure.code);
  return past.value;
}
