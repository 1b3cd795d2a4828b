import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#app/adapters/database/schema.ts';
import { listWholeDocuments } from '#app/documents/queries/list-whole-documents.ts';
import { managedSorts } from '#app/home/queries/list-managed.ts';
import type { Organisation } from '#tests/support/organisation.ts';
import { asking, filled, inForce, managed } from '#tests/home/two-thousand.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

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

describe('a search by name', () => {
  it('finds the same rows, order and counts by the index and by comparing each name', async () => {
    const org = await filled(db);
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
  });

  it('finds a document by twelve spellings of its number', async () => {
    const org = await filled(db);
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
        'wi 7987',
        'R&D-7987',
        'wi-r&d-7987',
        'WI_R&D_7987',
        'wi r&d 7987',
      ],
      ab: [
        '0917-02',
        '091702',
        '917-02',
        'FORM-QA-0917-02',
        'qa0917–02',
        'form 0917.02',
        'Form ‐ QA ‐ 0917 / 02',
        '91702',
        'qa 917-02',
        'QA-0917-02',
        'formqa091702',
        'form-0917-02',
      ],
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
  });

  it('reads the index, and answers from it what it can', async () => {
    const org = await filled(db);
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
