import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { startServer, type RunningServer } from '#tests/support/server.ts';
import type { Library } from '#tests/support/source-pack.ts';

/** Does `work` with the database of a server's data folder, as its owner; the server may be dead. */
export async function inDatabase<T>(dataDir: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await openEmbedded({ dataDir, use: 'tool' });
  const db = new pg.Client({ connectionString: postgres.url });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
    await postgres.stop();
  }
}

/** How many documents of the import are recorded, or null once it is completed. */
export async function recordedOf(db: pg.Client, uid: string): Promise<number | null> {
  const { rows } = await db.query<{ status: string; n: number }>(
    `select status, (select count(*)::integer from read.staged_row s
       where s.import_uid = i.uid and s.table_name = 'document') as n
     from read.library_import i where uid = $1`,
    [uid],
  );
  return rows[0]?.status === 'APPROVED' ? rows[0].n : null;
}

/** Where each kill falls: so many documents of `total`, drawn anew in each run. */
const momentsOf = (kills: number, total: number): number[] =>
  Array.from({ length: kills }, (_, at) => Math.floor(((at + Math.random()) / kills) * total));

interface KillOptions {
  kills: number;
  /** Documents of the import. */
  total: number;
  /** Before each kill, with how many documents are recorded. */
  before?: (alive: RunningServer, recorded: number) => Promise<void>;
}

/**
 * Kills the server with SIGKILL at random moments of a running import, each time started again. Answers the last
 * server, and after how many documents each kill came.
 */
export async function killDuring(
  server: RunningServer,
  uid: string,
  { kills, total, before }: KillOptions,
): Promise<{ server: RunningServer; killedAt: number[] }> {
  const { dataDir, port } = server;
  let alive = server;
  const killedAt: number[] = [];
  for (const moment of momentsOf(kills, total)) {
    const recorded = await inDatabase(dataDir, async (db) => {
      for (;;) {
        const found = await recordedOf(db, uid);
        if (found === null || found >= moment) return found;
        await sleep(5);
      }
    });
    if (recorded === null) break;
    // In the midst of an append, or between two.
    await sleep(Math.random() * 20);
    await before?.(alive, recorded);
    await alive.kill();
    killedAt.push(recorded);
    alive = await startServer({ dataDir, port });
  }
  return { server: alive, killedAt };
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** The truth of a library as sorted lines: its versions with the bytes of their PDFs, its relations, its training. */
export function truthOf({ tables, files }: Library) {
  const digests = new Map(Object.entries(files).map(([path, bytes]) => [path.split('/').at(-1)!, sha256(bytes)]));
  const titles = new Map(tables.documents.map(({ key, title }) => [key, title]));
  return {
    documents: tables.documents.map(({ title }) => title!).sort(),
    versions: tables.versions
      .map((row) => `${titles.get(row.document)}|${row.version}|${digests.get(row.pdf!)}`)
      .sort(),
    relations: tables.relations
      .map((row) => `${titles.get(row.document)}|${row.relation}|${titles.get(row['related document'])}`)
      .sort(),
    training: tables.training
      .map((row) => `${titles.get(row.document)}|${row.version}|${row['completed on']}|${row.kind}`)
      .sort(),
    events: { DocumentImported: tables.documents.length, VersionImported: tables.versions.length },
    trainingEvents: tables.training.length,
  };
}

/** The same, as SQL finds it in the database: nothing of the product's code takes part. */
export async function foundIn(db: pg.Client): Promise<ReturnType<typeof truthOf>> {
  const lines = async (sql: string): Promise<string[]> =>
    (await db.query<{ line: string }>(sql)).rows.map(({ line }) => line).sort();
  const { rows } = await db.query<{ type: string; n: number }>(
    `select type, count(*)::integer as n from ledger.event where type like '%Imported' group by type`,
  );
  const count = (type: string): number => rows.find((row) => row.type === type)?.n ?? 0;
  return {
    documents: await lines('select name as line from read.document'),
    versions: await lines(
      `select d.name || '|' || v.version || '|' || (v.final_file ->> 'sha256') as line
       from read.document_version v join read.document d on d.uid = v.document_uid`,
    ),
    relations: await lines(
      `select concat_ws('|', d.name, r.relation, o.name) as line
       from read.document_relation r join read.document d on d.uid = r.document_uid
       join read.document o on o.uid = r.related_uid`,
    ),
    training: await lines(
      `select concat_ws('|', d.name, t.version, t.claimed ->> 'completedOn', t.claimed ->> 'kind') as line
       from read.training_record t join read.document d on d.uid = t.document_uid`,
    ),
    events: { DocumentImported: count('DocumentImported'), VersionImported: count('VersionImported') },
    trainingEvents: count('TrainingImported'),
  };
}
