import { type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import { listEffective } from '#app/home/queries/list-effective.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import type { QueryContext } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { organisation, type Organisation } from '#tests/support/organisation.ts';
import type { TestDatabase } from '#tests/support/database.ts';

/** Names of two thousand documents: some parts are in all of them, some in one. */
const names = [
  'Łódź: zażółć gęślą jaźń',
  'Straße an der Weiße, Größe 12',
  'GROSSE REINIGUNG',
  '洗浄手順書',
  '文書管理規程',
  '文書',
  'Ärztliche 文書 controls',
  'Контроль качества',
  '100% pure_water \\ v2',
  "Operator's a-b test...",
  'a_b',
  'ab',
  'abc',
  'aaaa',
  'Æther, œuvre & Þórður',
  '🧪🧫 culture',
  ...Array.from({ length: 1984 }, (_, n) => `${n % 3 ? 'Cleaning' : 'Gowning'} of line ${n} – procedure ${n % 40}`),
];

/**
 * An organisation with a document in force, or retired, of each name, put where the ledger would have put them. Those
 * of gowning have the last uids: the first names that are read do not show that there are six hundred.
 */
export async function filled(db: TestDatabase): Promise<Organisation> {
  const org = await organisation({ db });
  const { world, author, other } = org;
  await db.owner.query(
    `insert into read.document (org_id, uid, name, type, functional_area, doc_num, version, status, owner_uid,
       creator_uid, externally_effective, approved, effective, effective_version, training_interval, review_interval,
       created_at, revised_at)
     select $1::uuid,
       overlay(gen_random_uuid()::text placing case when name like 'Gowning%' then 'f' else '0' end from 1 for 1)::uuid,
       name, 'SOP', case when n % 5 = 0 then 'ENG' else 'QA' end, to_char(n, 'FM0000'), '1.0',
       case when n % 7 = 0 then 'RETIRED' else 'EFFECTIVE' end, (array[$3, $4]::uuid[])[n % 2 + 1], $3,
       false, true, true, '1.0', 365, 730,
       now() + n * interval '1 second', now() + (n * 13 % 100) * interval '1 second'
     from unnest($2::text[]) with ordinality t(name, n)`,
    [world.org, names, author.uid, other.uid],
  );
  await db.owner.query(
    `insert into read.document_version (org_id, document_uid, version, name, status, externally_effective,
       working_file, final_file, submitted_at, approved_at, published_at, training_waived, effective_at)
     select org_id, uid, version, name, case when status = 'RETIRED' then 'RETIRED' else 'EFFECTIVE' end,
       false, '{}', '{}', now(), now(), now(), false, now()
     from read.document where org_id = $1`,
    [world.org],
  );
  await db.owner.query('vacuum (analyze) read.document, read.document_version');
  return org;
}

/** Every answer worked out anew, in a transaction of the application's role. */
export async function asking<T>(
  { services, world, author }: Organisation,
  work: (context: QueryContext, db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const viewer = await readViewer(services.database.kysely, { org: world.org, user: author.uid, publicId: '' });
  if (!viewer) throw new Error('Nobody asks');
  return services.database.read(world.org, (trx) =>
    work({ viewer, org: world.org, db: trx, ports: services, now: services.now() }, trx),
  );
}

export const managed = (context: QueryContext, asked: object) =>
  listManaged.run(listManaged.input.parse({ sort: 'name', page: 1, ...asked }), context);
export const inForce = (context: QueryContext, asked: object) =>
  listEffective.run(listEffective.input.parse({ page: 1, ...asked }), context);
