import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Named } from '#events/common.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/** Sorts departments by folded name with numbers by value (Line 2 before Line 10), up to twelve digits. */
export const inOrder = (column: 'name_folded' | `${string}.name_folded`): RawBuilder<string> =>
  sql<string>`regexp_replace(regexp_replace(${sql.ref(column)}, '\\d+', '00000000000\\&', 'g'),
    '\\d*(\\d{12})', '\\1', 'g')`;

/** The organisation's departments, by name. */
export const readDepartments = (db: Kysely<Database>): Promise<Named[]> =>
  db.selectFrom('read.department').select(['uid', 'name']).orderBy(inOrder('name_folded')).execute();
