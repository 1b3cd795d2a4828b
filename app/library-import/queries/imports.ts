import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { readColumns } from '#app/library-import/queries/columns.ts';
import { readObstacles } from '#app/library-import/queries/obstacles.ts';
import { query } from '#app/kit/query/query.ts';

/** Every import of a library, the newest first. */
export const listImports = query({
  name: 'library_import.list',
  input: z.object({}),
  permission: 'library.import',
  async run(_, { db }) {
    return ok(
      await db
        .selectFrom('read.library_import')
        .select(['uid', 'source', 'status', 'problems', 'counts', 'begun_at as begunAt', 'begun_by_name as begunBy'])
        .orderBy('begun_at', 'desc')
        .orderBy('uid')
        .execute(),
    );
  },
});

/** One import. `recorded`: its documents that are recorded and not shown yet; `obstacles`: what keeps them from it. */
export const getImport = query({
  name: 'library_import.get',
  input: z.object({ import: z.uuid() }),
  permission: 'library.import',
  async run({ import: uid }, { db }) {
    const found = await db.selectFrom('read.library_import').selectAll().where('uid', '=', uid).executeTakeFirst();
    if (!found) return refuse('not_found');
    const { recorded } = await db
      .selectFrom('read.staged_row')
      .select((eb) => eb.fn.countAll<string>().as('recorded'))
      .where('import_uid', '=', uid)
      .where('table_name', '=', 'document')
      .executeTakeFirstOrThrow();
    const columns = await readColumns(db, { import: uid, source: found.source });
    const obstacles = found.status === 'APPROVED' ? await readObstacles(db, uid) : [];
    return ok({ ...found, columns, recorded: Number(recorded), obstacles });
  },
});
