import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#app/database/schema.ts';
import { effectiveSorts, listEffective } from '#app/queries/document/list-effective.ts';
import { listWholeDocuments } from '#app/queries/document/full-documents.ts';
import { listManaged, managedSorts } from '#app/queries/document/list-managed.ts';
import { isNameInUse } from '#app/queries/document/name.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import type { QueryContext } from '#app/queries/query.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import { organisation, type Organisation } from '#tests/commands/organisation.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

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

/** What is looked for, also as nobody would. */
const looks = [
  ['łódź', 'LODZ', 'ódź', 'gesla jazn', 'strasse', 'Straße', 'ße', 'ß', 'groß', 'grosse r'],
  ['文書', '手順書', '文書管理', '洗', '規程', 'e 文書', '文書 c', 'качества', 'ТРОЛ', 'тр'],
  ['%', '_', '\\', '% p', 'e_w', '\\ v', '100%', 'a_b', 'a-b', '...', "r's", 'a%b', "'", '"', '{a,b}', '– p'],
  ['ab', 'abc', 'aaa', 'aaaa', 'aaaaa', 'æth', 'aeth', 'þór', '🧪🧫', '🧫 c', 'e\u0301', 'ﬁn'],
  [
    'line 1',
    'line 17',
    'line 1983',
    'procedure',
    'procedure 7',
    'procedure 39',
    'Cleaning',
    'Gowning',
    'gowning of line 99',
  ],
  ['zzzqqq', `${'line '.repeat(39)}12`, '  line 18 ', 'cleaning  of', 'dure 12 of'],
].flat();

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

/**
 * An organisation with a document in force, or retired, of each name, put where the ledger would have put them. Those
 * of gowning have the last uids: the first names that are read do not show that there are six hundred.
 */
async function filled(): Promise<Organisation> {
  const org = await organisation({ db });
  const { world, author, other } = org;
  await db.owner.query(
    `insert into read.document (org_id, uid, name, type, functional_area, doc_num, version, status,
      owner_uid, creator_uid, externally_effective,
                                approved, effective, effective_version, training_interval,
      review_interval, created_at, revised_at)
     select $1::uuid, overlay(gen_random_uuid()::text placing case when name like 'Gowning%' then 'f' else '0' end
       from 1 for 1)::uuid,
       name,
         'SOP', case when n % 5 = 0 then 'ENG' else 'QA' end, to_char(n, 'FM0000'), '1.0',
            case when n % 7 = 0 then 'RETIRED' else 'EFFECTIVE' end,
              (array[$3, $4]::uuid[])[n % 2 + 1], $3, false, true, true, '1.0', 365, 730,
            now() + n * interval '1 second', now() + (n * 13 % 100) * interval '1 second'
     from unnest($2::text[]) with ordinality t(name, n)`,
    [world.org, names, author.uid, other.uid],
  );
  await db.owner.query(
    `insert into read.document_version (org_id, document_uid, version, name, status, externally_effective,
      working_file, final_file,
                                        submitted_at, approved_at, published_at, training_waived, effective_at)
     select org_id, uid, version, name, case when status = 'RETIRED' then 'RETIRED' else 'EFFECTIVE' end,
       false, '{}', '{}', now(), now(),
            now(), false, now() from read.document where org_id = $1`,
    [world.org],
  );
  await db.owner.query('vacuum (analyze) read.document, read.document_version');
  return org;
}

/** Every answer worked out anew, in a transaction of the application's role. */
async function asking<T>(
  { services, world, author }: Organisation,
  work: (context: QueryContext, db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const viewer = await readViewer(services.database.kysely, { org: world.org, user: author.uid, publicId: '' });
  if (!viewer) throw new Error('Nobody asks');
  return services.database.read(world.org, (trx) =>
    work({ viewer, org: world.org, db: trx, ports: services, now: services.now() }, trx),
  );
}

const managed = (context: QueryContext, asked: object) =>
  listManaged.run(listManaged.input.parse({ sort: 'name', page: 1, ...asked }), context);
const inForce = (context: QueryContext, asked: object) =>
  listEffective.run(listEffective.input.parse({ page: 1, ...asked }), context);

/** What the lists answer to everything that is looked for, with pages, filters and orders among them. */
const everything = (org: Organisation) =>
  asking(org, async (context) => {
    const answers: Record<string, unknown> = {};
    const keep = async (name: string, answer: Promise<unknown>) => (answers[name] = await answer);
    for (const [n, q] of looks.entries()) {
      await keep(`${q}: all`, managed(context, { q }));
      await keep(`${q}: in force`, inForce(context, { q }));
      const sort = managedSorts[n % managedSorts.length]!;
      for (const asked of [
        { q, page: 2, sort, order: 'desc' },
        { q, show: 'my', area: 'ENG', sort },
        { q, area: 'QA', page: 9999, sort },
      ])
        await keep(JSON.stringify(asked), managed(context, asked));
      await keep(`${q}: last in force`, inForce(context, { q, page: 9999, sort: 'docNum', order: 'desc' }));
    }
    return answers;
  });

const functions = ['documents_named', 'documents_in_force_named'];

describe('among two thousand documents', () => {
  it('what is in force stands in one order, page by page from either end', async () => {
    const org = await filled();
    const byName = 'v.name_folded, v.document_uid';
    const columns = {
      type: 'd.type',
      functionalArea: 'd.functional_area',
      docNum: 'd.doc_num',
      effectiveDate: 'v.effective_at',
    };
    for (const sort of effectiveSorts)
      for (const order of ['asc', 'desc'] as const) {
        const by = sort === 'name' ? `v.name_folded ${order}` : `${columns[sort]} ${order}, v.name_folded`;
        const { rows } = await db.owner.query<{ uid: string }>(
          `select d.uid from read.document_version v join read.document d
            on d.org_id = v.org_id and d.uid = v.document_uid
           where v.org_id = $1 and v.status = 'EFFECTIVE' order by ${by}, ${byName}`,
          [org.world.org],
        );
        const last = Math.ceil(rows.length / pageSize);
        for (const page of [1, 2, Math.floor(last / 2), Math.ceil(last / 2) + 1, last - 1, last, last + 9]) {
          const from = (Math.min(page, last) - 1) * pageSize;
          const { value } = (await asking(org, (context) => inForce(context, { sort, order, page }))) as {
            value: { documents: { uid: string }[]; page: number };
          };
          expect([sort, order, value.page, value.documents.map(({ uid }) => uid)]).toEqual([
            sort,
            order,
            Math.min(page, last),
            rows.slice(from, from + pageSize).map(({ uid }) => uid),
          ]);
        }
      }
  }, 60_000);

  it('all of them stand in one order, page by page from either end, what has no date last', async () => {
    const org = await filled();
    await db.owner.query(
      `update read.document set effective_at = created_at,
        status = case when doc_num < '1000' then 'PENDING' else 'IN_REVIEW' end
       where org_id = $1 and status = 'EFFECTIVE' and doc_num like '%5'`,
      [org.world.org],
    );
    const columns: Record<(typeof managedSorts)[number], string> = {
      type: 'd.type',
      functionalArea: 'd.functional_area',
      docNum: 'd.doc_num',
      name: 'd.name_folded',
      revisedDate: 'd.revised_at',
      owner: 'o.full_name_folded',
      status: 'd.status_order',
      effectiveDate: `case when d.status in ('EFFECTIVE', 'PENDING') then d.effective_at end`,
    };
    for (const sort of managedSorts)
      for (const order of ['asc', 'desc'] as const) {
        const { rows } = await db.owner.query<{ uid: string }>(
          `select d.uid from read.document d join read.user_account o on o.org_id = d.org_id and o.uid = d.owner_uid
           where d.org_id = $1 and d.status <> 'RETIRED'
             order by ${columns[sort]} ${order} nulls last, d.name_folded, d.uid`,
          [org.world.org],
        );
        const last = Math.ceil(rows.length / pageSize);
        for (const page of [1, 2, 4, 5, Math.ceil(last / 2) + 1, last - 4, last]) {
          const answered = (await asking(org, (context) => managed(context, { sort, order, page }))) as {
            value: { documents: { uid: string }[] };
          };
          expect([sort, order, page, answered.value.documents.map(({ uid }) => uid)]).toEqual([
            sort,
            order,
            page,
            rows.slice((page - 1) * pageSize, page * pageSize).map(({ uid }) => uid),
          ]);
        }
      }
  }, 60_000);

  it('a title is looked up, and not compared with each', async () => {
    const org = await filled();
    const read = await asking(org, async (_, trx) => {
      const taken = await isNameInUse(trx, 'Gowning of line 99 – procedure 19', null);
      const free = await isNameInUse(trx, 'Gowning of line 99 – procedure 19 b', null);
      const { rows } = await sql<{ each: string }>`
        select pg_stat_get_xact_tuples_returned('read.document'::regclass) as each`.execute(trx);
      return { taken, free, each: Number(rows[0]?.each) };
    });
    expect(read).toEqual({ taken: true, free: false, each: 0 });
  });
});

describe('a search by name', () => {
  it('finds the same rows, order and counts by the index and by comparing each name', async () => {
    const org = await filled();
    const indexed = await everything(org);
    for (const q of looks) {
      const { rows } = await db.owner.query<{ all: number; standing: number }>(
        `select count(*)::int as all, (count(*) filter (where status = 'EFFECTIVE'))::int as standing from read.document
         where org_id = $1 and position(read.folded($2) in name_folded) > 0`,
        [org.world.org, q.trim().replace(/ +/g, ' ')],
      );
      expect([q, indexed[`${q}: all`]]).toMatchObject([q, { value: { counts: { all: rows[0]!.standing } } }]);
      expect([q, indexed[`${q}: in force`]]).toMatchObject([q, { value: { total: rows[0]!.standing } }]);
    }
    for (const name of functions)
      await db.owner.query(`alter function read.${name} rename to original_${name};
        create function read.${name}(words text) returns uuid[] language sql return null::uuid[];
        grant execute on function read.${name} to imprimatur_app`);
    const looked = await everything(org);
    for (const name of functions)
      await db.owner.query(`drop function read.${name}; alter function read.original_${name} rename to ${name}`);
    expect(indexed).toEqual(looked);
  }, 60_000);

  it('finds a document by its number in any spelling', async () => {
    const org = await filled();
    const number = (name: string, type: string, area: string, num: string) =>
      db.owner.query(
        'update read.document set type = $3, functional_area = $4, doc_num = $5 where org_id = $1 and name = $2',
        [org.world.org, name, type, area, num],
      );
    await number('abc', 'Work_Instruction', 'R&D', '7987');
    await number('ab', 'Form', 'QA', '0917-02');
    const spellings = {
      abc: [
        '7987',
        'r&d 7987',
        'WI - R&D - 7987',
        'wi7987',
        'WIR&D7987',
        'Work Instruction 7987',
        'work_instruction-7987',
      ],
      ab: ['0917-02', '091702', '917-02', 'FORM-QA-0917-02', 'qa0917–02', 'form 0917.02', 'Form ‐ QA ‐ 0917 / 02'],
    };
    for (const [name, typed] of Object.entries(spellings))
      for (const q of typed) {
        const found = (await asking(org, (context) => managed(context, { q }))) as {
          value: { documents: { name: string }[] };
        };
        expect([q, found.value.documents.map((document) => document.name)]).toEqual([q, [name]]);
        const effective = (await asking(org, (context) => inForce(context, { q }))) as typeof found;
        expect([q, effective.value.documents.map((document) => document.name)]).toEqual([q, [name]]);
        const whole = await asking(org, (context) =>
          listWholeDocuments.run(
            listWholeDocuments.input.parse({ org: org.world.org, effective: true, q, limit: 9 }),
            context,
          ),
        );
        expect([q, whole.ok && whole.value.documents.map(({ row }) => row.name)]).toEqual([q, [name]]);
      }
  }, 60_000);

  it('reads the index, and answers from it what it can', async () => {
    const org = await filled();
    const scans = (trx: Kysely<Database>) =>
      sql<{ scans: number[] }>`select array[pg_stat_get_xact_numscans('read.document_grams'::regclass),
          pg_stat_get_xact_numscans('read.document_version_grams'::regclass)]::int[] as scans`
        .execute(trx)
        .then(({ rows }) => rows[0]!.scans);
    const found = await asking(org, async (context, trx) => {
      const after: Record<string, number[]> = {};
      for (const q of ['line 1982', '手順書', '文書', 'zzzqqq', 'Gowning', 'Cleaning', 'ab', '']) {
        await managed(context, { q });
        await inForce(context, { q });
        after[q] = await scans(trx);
      }
      return after;
    });
    expect(found).toEqual({
      'line 1982': [1, 1],
      手順書: [2, 2],
      文書: [3, 3],
      zzzqqq: [4, 4],
      Gowning: [5, 5],
      Cleaning: [5, 5],
      ab: [5, 5],
      '': [5, 5],
    });
    const uids = (words: string) =>
      asking(org, async (_, trx) => {
        const { rows } = await sql<{ uids: string[] | null }>`select read.documents_named(${words}) as uids`.execute(
          trx,
        );
        return rows[0]!.uids?.length ?? null;
      });
    expect([await uids('line 1982'), await uids('zzzqqq'), await uids('文書')]).toEqual([1, 0, 3]);
    // In two names of three, in too many after all, of fewer letters than there are parts of, or nothing.
    for (const words of ['Cleaning', 'Gowning', 'ab', '書', ''])
      expect([words, await uids(words)]).toEqual([words, null]);
  });
});
