import { sql } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { byMoment, byText, partInput, sortedPart, sortInput } from '#app/kit/query/cursor.ts';
import { filtersExist, isInDepartment, recordFilters } from '#app/kit/query/filters.ts';
import { query } from '#app/kit/query/query.ts';
import { selectRecords, wholeRecordOf } from '#app/training/queries/full-records.ts';
import { readProfiles } from '#app/kit/people/profile.ts';

export const recordStatuses = ['OPEN', 'COMPLETED', 'CANCELLED'] as const;
export const recordSorts = sortInput('assigned', 'due', 'changed', 'user', 'document');

const keys = {
  assigned: byMoment(sql`t.assigned_at`),
  due: byMoment(sql`t.due_at`),
  changed: byMoment(sql`t.changed_at`),
  user: byText(sql`u.full_name_folded`),
  document: byText(sql`v.name_folded`),
};

/**
 * The training records of the organisation, filtered and in an order: everybody's for those who see them on the
 * screens, otherwise one's own.
 */
export const listRecords = query({
  name: 'training.list_filtered',
  input: z.object({
    org: z.string(),
    ...recordFilters,
    status: z.enum(recordStatuses).optional(),
    dueBefore: instant.optional(),
    sort: recordSorts.default('assigned'),
    ...partInput,
  }),
  permission: 'training.view_own',
  async run({ org, department, document, status, dueBefore, changedSince, sort, limit, cursor, ...input }, context) {
    const { db, viewer, now } = context;
    if (org !== viewer.org) return refuse('not_found');
    const all = roleMay(viewer.role, 'training.view_any');
    const user = all ? input.user : viewer.uid;
    if (!all && input.user !== undefined && input.user !== viewer.uid) return refuse('not_allowed');
    const named = await filtersExist(db, { user, department, document });
    if (!named.ok) return named;
    const part = sortedPart(sort, keys, { usual: 'assigned', uid: sql`t.uid`, cursor });
    if (!part.ok) return part;
    const { by, after, read } = part.value;
    let rows = selectRecords(db)
      .innerJoin('read.user_account as u', 'u.uid', 't.user_uid')
      .select(by.as('after'))
      .where(after);
    if (user !== undefined) rows = rows.where('t.user_uid', '=', user);
    if (document !== undefined) rows = rows.where('t.document_uid', '=', document);
    if (department !== undefined) rows = rows.where(isInDepartment('t.user_uid', department));
    if (status !== undefined) rows = rows.where('t.status', '=', status);
    if (dueBefore !== undefined) rows = rows.where('t.due_at', '<', dueBefore);
    if (changedSince !== undefined) rows = rows.where('t.changed_at', '>=', changedSince);
    const { part: shown, next } = await read(rows, limit);
    const people = await readProfiles(
      db,
      { viewer, now },
      shown.map((row) => row.user_uid),
    );
    return ok({ records: shown.map((row) => wholeRecordOf(row, people)), next });
  },
});
