import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';

/** One department, with the version of its stream. */
export const getDepartment = query({
  name: 'department.get',
  input: z.object({ department: z.uuid() }),
  permission: 'department.list',
  async run({ department }, { db }) {
    const found = await db
      .selectFrom('read.department')
      .select(['uid', 'name'])
      .where('uid', '=', department)
      .executeTakeFirst();
    if (!found) return refuse('not_found');
    return ok({ ...found, streamVersion: await readStreamVersion(db, streams.department(department)) });
  },
});
