import { z } from 'zod';
import { nextNumber } from '#events/document/number.ts';
import { isOfferedType } from '#events/document/type.ts';
import { ok } from '#events/failures.ts';
import { query } from '#app/queries/query.ts';

/**
 * The doc ID that a form proposes for a type and a functional area: the one after the highest of that area, or where
 * the area has none the first, and from there on, and then from the beginning, the first that no document of the type
 * has. Null where the type is not offered or no ID is left.
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
