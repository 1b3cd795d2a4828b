import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { documentAsOf } from '#app/audit/queries/as-of.ts';
import { readPlaceAt } from '#app/kit/query/past.ts';
import { readTrailDocument } from '#app/audit/queries/subject.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { query } from '#app/kit/query/query.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import type { FoundDocument } from '#app/search/queries/documents.ts';
import { folded } from '#app/ui/text/folded.ts';

/** Events that give a document its title or number. */
const naming = [
  'DocumentCreated',
  'DocumentEdited',
  'DocumentSentForReview',
  'DocumentDeclaredExternallyEffective',
  'DocumentRevised',
];

/** Documents that are looked at: each is folded from its events. */
const most = 50;

/** Uids of documents of which an event up to the position has the words, or the digits of the number. */
async function candidates(db: Kysely<Database>, q: string, position: string): Promise<string[]> {
  const digits = q.match(/\d+/g)?.join('-') ?? null;
  const words = sql.join(
    q.split(' ').map((word) => sql`position(read.folded(${word}) in read.folded(e.canonical)) > 0`),
    sql` and `,
  );
  const { rows } = await sql<{ uid: string }>`
    select distinct substr(e.stream, 10) as uid from ${ownRows('ledger.event')} e
    where e.type = any(${naming}::text[]) and e.position <= ${position}
      and ((${words}) or position(${digits}::text in e.canonical) > 0
        or position(right(read.number_padded(${q}), 6) in e.canonical) > 0)
    limit ${most}`.execute(db);
  return rows.map(({ uid }) => uid);
}

type Past = Pick<FoundDocument, 'uid' | 'type' | 'functionalArea' | 'docNum' | 'name' | 'version' | 'status'>;

/** Those whose number is `q` in some spelling. */
async function numbered(db: Kysely<Database>, documents: readonly Past[], q: string): Promise<ReadonlySet<string>> {
  const column = (of: (document: Past) => string) => sql`${documents.map(of)}::text[]`;
  const { rows } = await sql<{ uid: string }>`
    select uid from unnest(${column(({ uid }) => uid)}, ${column(({ type }) => type)},
      ${column(({ functionalArea }) => functionalArea)}, ${column(({ docNum }) => docNum)}) d(uid, type, area, num)
    where read.is_numbered(read.number_spellings(type, area, num), ${q}, '')`.execute(db);
  return new Set(rows.map(({ uid }) => uid));
}

/** The documents that had these words in their title, or this number, at a moment of the past; for admins. */
export const findAsOf = query({
  name: 'search.find_as_of',
  input: z.object({ q: searchWords, until: instant }),
  permission: 'audit.view_organisation',
  async run({ q, until }, { db }) {
    const place = await readPlaceAt(db, until);
    if (!place || q === '') return ok({ documents: [] });
    const documents: Past[] = [];
    for (const uid of await candidates(db, q, place.position)) {
      const now = await readTrailDocument(db, uid);
      const then = now && (await documentAsOf(db, now, place));
      if (then?.status) documents.push({ ...then, status: then.status });
    }
    const own = await numbered(db, documents, q);
    const words = folded(q).split(' ');
    const found = documents.filter(
      ({ uid, name }) => own.has(uid) || words.every((word) => folded(name).includes(word)),
    );
    return ok({ documents: found.toSorted((a, b) => Number(own.has(b.uid)) - Number(own.has(a.uid))) });
  },
});
