import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { UserStatus } from '#events/user/events.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { query } from '#app/kit/query/query.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import { trainingCounts } from '#app/documents/queries/training-rate.ts';
import { personNamed } from '#app/people/queries/person-named.ts';
import { documentsTitled, recentDocuments, type FoundDocument } from '#app/search/queries/documents.ts';
import { documentsWithoutText, documentsWithWords, type FoundWords } from '#app/search/queries/words.ts';

export interface FoundPerson {
  uid: string;
  name: string;
  email: string;
  status: UserStatus;
}

/** The people of the organisation with these words in their name or email, by name. */
function peopleNamed(db: Kysely<Database>, q: string, limit: number): Promise<FoundPerson[]> {
  return db
    .selectFrom('read.user_account')
    .select(['uid', 'full_name as name', 'email', 'status'])
    .where(personNamed(q))
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

/** A document that was found, and where its files have the words. */
export type FoundEntry = FoundDocument & { inside: FoundWords | null };

/** Its number first, then those in force, of either those with the words in their title. */
function merged(titled: readonly FoundDocument[], inside: readonly FoundWords[], limit: number): FoundEntry[] {
  const words = new Map(inside.map((one) => [one.uid, one]));
  const own = new Set(titled.map(({ uid }) => uid));
  const all: FoundEntry[] = [
    // Its number stands on each of its pages.
    ...titled.map((document) => ({ ...document, inside: (!document.numbered && words.get(document.uid)) || null })),
    ...inside.filter(({ uid }) => !own.has(uid)).map((document) => ({ ...document, inside: document })),
  ];
  const rank = ({ numbered, inForce, inside: found }: FoundEntry) =>
    numbered ? 0 : (found ? found.inForceFile : inForce) ? 1 : 2;
  return all.toSorted((one, other) => rank(one) - rank(other)).slice(0, limit);
}

/**
 * What one field finds: documents by title, number and words inside, and people for those who see the team. Empty words
 * find what the viewer had before them last.
 */
export const find = query({
  name: 'search.find',
  input: z.object({ q: searchWords.default(''), limit: z.int().min(1).max(50).default(8) }),
  permission: 'document.list_effective',
  async run({ q, limit }, { db, viewer }) {
    if (q === '') {
      const documents = merged(await recentDocuments(db, viewer, limit), [], limit);
      await labelScheduled(db, documents);
      return ok({ q, documents, people: [], withoutText: [] });
    }
    const titled = await documentsTitled(db, viewer, q, limit);
    const documents = merged(titled, await documentsWithWords(db, viewer, q, limit), limit);
    await labelScheduled(db, documents);
    const people = roleMay(viewer.role, 'team.view') ? await peopleNamed(db, q, limit) : [];
    return ok({ q, documents, people, withoutText: await documentsWithoutText(db, viewer) });
  },
});
