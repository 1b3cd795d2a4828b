import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import pino from 'pino';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { listManaged } from '#app/home/queries/list-managed.ts';
import type { QueryContext } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { find } from '#app/search/queries/find.ts';
import { createServices, type Services } from '#app/server/services.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { World } from '#app/set-up/demonstration/world.ts';
import type { StoredFile } from '#events/document/events.ts';
import { plainPdf } from '#tests/support/files/plain-pdf.ts';
import { openBenchDatabase, type BenchDatabase } from './database.ts';
import { atMost, parseOptions, print, quantile, report, table, timed, whole } from './measure.ts';

const pagesEach = 20;
const wordsEach = 400;

/** Words by rank: the one of rank r is on about a r-th of the pages, as in any language. */
const vocabulary = Array.from({ length: 20_000 }, (_, rank) => {
  const letters = ((rank + 7) * 7_919).toString(36).replace(/\d/g, (digit) => 'aeioumnrst'[Number(digit)]!);
  return `${letters}${['', 'er', 'al', 'ion', 'ed'][rank % 5]!}`;
});
const wordAt = (chance: number): string => vocabulary[Math.floor(vocabulary.length ** chance)]!;
let seed = 7;
const chance = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
const page = (): string => Array.from({ length: wordsEach }, () => wordAt(chance())).join(' ');

/** Documents in force with the text of their pages, put where the ledger and the job would have put them. */
async function fill({ owner }: BenchDatabase, org: string, user: string, documents: number): Promise<void> {
  await owner.query(
    `insert into read.document (org_id, uid, name, type, functional_area, doc_num, version, status, owner_uid,
       creator_uid, externally_effective, approved, effective, effective_version, training_interval, review_interval,
       created_at, revised_at)
     select $1, gen_random_uuid(), (array['Cleaning', 'Gowning', 'Filling', 'Review'])[n % 4 + 1] || ' of line ' || n,
       'SOP', 'QA', lpad(n::text, 5, '0'), '1.0', 'EFFECTIVE', $2, $2, false, true, true, '1.0', 365, 730, now(), now()
     from generate_series(1, $3::integer) n`,
    [org, user, documents],
  );
  await owner.query(
    `insert into read.document_version (org_id, document_uid, version, name, status, externally_effective,
       working_file, final_file, submitted_at, approved_at, published_at, training_waived, effective_at)
     select org_id, uid, version, name, 'EFFECTIVE', false, '{}',
       jsonb_build_object('sha256', encode(sha256(uid::text::bytea), 'hex')), now(), now(), now(), false, now()
     from read.document where org_id = $1`,
    [org],
  );
  await owner.query(
    `insert into app.file_text select org_id, document_uid, final_file ->> 'sha256', $2, 40000, now()
     from read.document_version where org_id = $1`,
    [org, pagesEach],
  );
  const { rows } = await owner.query<{ document_uid: string; sha256: string }>(
    'select document_uid, sha256 from app.file_text where org_id = $1',
    [org],
  );
  for (const { document_uid: document, sha256 } of rows)
    await owner.query(
      "insert into app.page_text select $1, $2, $3, n, 0, 'english', body from unnest($4::text[]) with " +
        'ordinality t(body, n)',
      [org, document, sha256, Array.from({ length: pagesEach }, page)],
    );
  await owner.query('vacuum (analyze) read.document, read.document_version, app.file_text, app.page_text');
}

/** Milliseconds of each run, in a read transaction of its own. */
async function measured<I>(
  services: Services,
  { org, uid: user }: { org: string; uid: string },
  inputs: readonly I[],
  run: (input: I, context: QueryContext) => Promise<unknown>,
): Promise<number[]> {
  const viewer = await readViewer(services.database.kysely, { org, user, publicId: '0'.repeat(64) });
  if (!viewer) throw new Error('Nobody asks');
  const times: number[] = [];
  for (const input of inputs)
    times.push(
      1000 *
        (await timed(() =>
          services.database.read(org, (db) => run(input, { org, viewer, db, ports: services, now: services.now() })),
        )),
    );
  return times;
}

/** Seconds that reading the text of 1,000 pages takes in one thread. */
async function extraction(services: Services, { org, uid: owner }: { org: string; uid: string }): Promise<number> {
  const pdf = plainPdf(100, () => page());
  const files: StoredFile[] = [];
  for (let n = 0; n < 10; n++) {
    const upload = {
      org,
      owner,
      document: null,
      kind: 'final' as const,
      filename: `${n}.pdf`,
      maxBytes: pdf.length + 1,
    };
    const received = await services.uploads.receive({ ...upload, body: Readable.from([pdf]) });
    files.push(accepted(received, 'upload').file);
  }
  return timed(async () => {
    for (const file of files) if ((await services.texts.read(org, file))?.length !== 100) throw new Error('Not read');
  });
}

/** `npm run bench -- search`: the search of everything against the plain list, the reading of text, and the index. */
export async function run(words: string[]): Promise<void> {
  const { quick, json } = parseOptions(words);
  const documents = quick ? 1000 : 10_000;
  const database = await openBenchDatabase();
  const config = await loadConfig({ DATA_DIR: database.folder, SECRET_KEY: 'bench'.repeat(8), PDF_SECONDS: '120' });
  const services = await createServices({ config, databaseUrl: database.url, log: pino({ level: 'silent' }) });
  try {
    const admin = {
      firstName: 'Ines',
      lastName: 'Okafor',
      email: `${randomUUID()}@bench.example`,
      password: 'corridor-battery-9-lamp',
    };
    const world = await World.found(
      services,
      { name: 'Bench', domain: 'bench.example', admin },
      { preset: 'standard' },
    );
    const who = { org: world.org, uid: world.admin.uid };
    const seconds = await timed(() => fill(database, who.org, who.uid, documents));
    print(`${whole(documents)} documents of ${pagesEach} pages, indexed in ${seconds.toFixed(0)} s`);
    const { rows } = await database.owner.query<{ index: number; text: number }>(
      "select pg_relation_size('app.page_text_words')::float8 as index, sum(octet_length(body))::float8 as text " +
        'from app.page_text',
    );
    const queries = [4, 40, 400, 4000].flatMap((rank) => [
      vocabulary[rank]!,
      vocabulary[rank + 1]!.slice(0, 4),
      `${vocabulary[rank]} ${vocabulary[rank + 2]}`,
      `qa ${rank}`,
      `cleaning line ${rank}`,
    ]);
    const rounds = Array.from({ length: quick ? 5 : 10 }, () => queries).flat();
    const list = () =>
      measured(services, who, rounds, (_, context) =>
        listManaged.run(listManaged.input.parse({ sort: 'name', page: 1 }), context),
      );
    const search = () => measured(services, who, rounds, (q, context) => find.run(find.input.parse({ q }), context));
    await list();
    await search();
    const times = { list: await list(), search: await search() };
    table([
      ['milliseconds', 'p50', 'p99'],
      ...Object.entries(times).map(([name, each]) => [
        name,
        quantile(each, 0.5).toFixed(1),
        quantile(each, 0.99).toFixed(1),
      ]),
    ]);
    const { index, text } = rows[0]!;
    await report(
      [
        atMost(2, 'p99 of a search ÷ p99 of the plain list', quantile(times.search, 0.99) / quantile(times.list, 0.99)),
        atMost(60, 'seconds to read the text of 1,000 pages', await extraction(services, who)),
        atMost(0.3, 'index ÷ text', index / text),
      ],
      json,
      { times },
    );
  } finally {
    await services.close();
    await database.close();
  }
}
