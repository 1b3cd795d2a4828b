import { z } from 'zod';
import { sql } from 'kysely';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { areaNamed } from '#app/organisation/queries/area-named.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';

export interface AreaRow {
  name: string;
  retired: boolean;
  /** Documents that are not retired. */
  documents: number;
}

/** Every functional area by name, with how many documents it has. */
export const listAreaRows = query({
  name: 'functional_area.list_all',
  input: z.object({}),
  permission: 'functional_area.edit',
  async run(_, { db }) {
    const rows: AreaRow[] = await db
      .selectFrom('read.functional_area as a')
      .leftJoin('read.document as d', (join) =>
        join.onRef('d.functional_area', '=', 'a.name').on('d.status', '!=', 'RETIRED'),
      )
      .select(['a.name', sql<boolean>`a.retired_at is not null`.as('retired')])
      .select(sql<number>`count(d.uid)::integer`.as('documents'))
      .groupBy(['a.area', 'a.name', 'a.retired_at'])
      .orderBy('a.name')
      .execute();
    return ok(rows);
  },
});

/** One functional area by its name, with the version of its stream. */
export const getFunctionalArea = query({
  name: 'functional_area.get',
  input: z.object({ named: z.string().max(40) }),
  permission: 'functional_area.edit',
  async run({ named }, { db }) {
    const found = await db
      .selectFrom('read.functional_area')
      .select(['area', 'name', 'retired_at'])
      .where('name', '=', areaNamed(named))
      .executeTakeFirst();
    if (!found) return refuse('not_found');
    const { area, name, retired_at } = found;
    const streamVersion = await readStreamVersion(db, streams.functionalArea(area));
    return ok({ name, retired: retired_at !== null, streamVersion });
  },
});
