import { z } from 'zod';
import { nextNumber } from '#events/document/number.ts';
import { isOfferedType } from '#events/document/type.ts';
import { ok } from '#events/failures.ts';
import { query } from '#app/kit/query/query.ts';

/**
 * Proposes a doc ID for a type and area: the first free one after the area's highest, then from the beginning. Null if
 * the type is not offered or no ID is left.
 */
export const nextDocNum = query({
  name: 'document.next_number',
  input: z.object({ type: z.string().max(40), functionalArea: z.string().max(40) }),
  permission: 'document.create',
  async run({ type, functionalArea }, { db }) {
    if (!isOfferedType(type)) return ok(null);
    const rows = await db
      .selectFrom('read.document')
      .select(['doc_num', 'functional_area'])
      .where('type', '=', type)
      .execute();
    const own = rows.filter((row) => row.functional_area === functionalArea).map((row) => row.doc_num);
    return ok(nextNumber(type, own, new Set(rows.map((row) => row.doc_num))));
  },
});
