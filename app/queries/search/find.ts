import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { UserStatus } from '#events/user/events.ts';
import type { Database } from '#app/database/schema.ts';
import { query } from '#app/queries/query.ts';
import { searchWords } from '#app/queries/search-words.ts';
import { trainingCounts } from '#app/queries/document/training-rate.ts';
import { documentsTitled, recentDocuments, type FoundDocument } from '#app/queries/search/documents.ts';

export interface FoundPerson {
  uid: string;
  name: string;
  email: string;
  status: UserStatus;
}

/** The people of the organisation with these words in their name or e-mail, by name. */
function peopleNamed(db: Kysely<Database>, q: string, limit: number): Promise<FoundPerson[]> {
  const words = q.split(' ').map(
    (word) => sql<boolean>`(position(read.folded(${word}) in full_name_folded) > 0
    or position(lower(${word}) in email) > 0)`,
  );
  return db
    .selectFrom('read.user_account')
    .select(['uid', 'full_name as name', 'email', 'status'])
    .where((eb) => eb.and(words))
    .orderBy(sql`status = 'INACTIVE'`)
    .orderBy('full_name_folded')
    .orderBy('uid')
    .limit(limit)
    .execute();
}

async function labelScheduled(db: Kysely<Database>, documents: FoundDocument[]): Promise<void> {
  const scheduled = documents.filter(({ status }) => status === 'PENDING');
  const counts = await trainingCounts(
    db,
    scheduled.map(({ uid }) => uid),
  );
  for (const document of scheduled) document.labelRate = counts.get(document.uid)?.labelRate ?? 0;
}

/**
 * What one field finds: documents by title and number, and people for those who see the team. Empty words find what the
 * viewer had before them last.
 */
export const find = query({
  name: 'search.find',
  input: z.object({ q: searchWords.default(''), limit: z.int().min(1).max(50).default(8) }),
  permission: 'document.list_effective',
  async run({ q, limit }, { db, viewer }) {
    const documents = q === '' ? await recentDocuments(db, viewer, limit) : await documentsTitled(db, viewer, q, limit);
    await labelScheduled(db, documents);
    const people = q !== '' && roleMay(viewer.role, 'team.view') ? await peopleNamed(db, q, limit) : [];
    return ok({ q, documents, people });
  },
});
