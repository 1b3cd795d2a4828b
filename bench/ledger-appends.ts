import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore, pongoSingleStreamProjection } from '@event-driven-io/emmett-postgresql';
import { createLedger } from '#events/ledger/append/append.ts';
import type { Reactions } from '#events/ledger/types.ts';
import { eventColumns } from './copy-ledger.ts';
import type { BenchDatabase } from './database.ts';
import { type Rate, closedLoop } from './measure.ts';
import { findPgbench, pgbench } from './pgbench.ts';

/** Something that records one event of about 600 bytes for each call. */
export interface Contestant {
  name: string;
  measure(callers: number, seconds: number): Promise<Rate>;
  close(): Promise<void>;
}

const actor = {
  kind: 'user',
  uid: randomUUID(),
  name: 'Priya Raghunathan',
  role: 'ADMIN',
  session: randomUUID(),
  address: '192.0.2.17',
} as const;
const note = 'Corrected the torque of the capping station after the deviation of last week. '.repeat(2);
const data = (uid: string) => ({
  document: uid,
  name: 'Operation of the capping station',
  docNum: '0417',
  version: '3.0',
  note,
});

/** One row of a read model for each event, as every contestant with a projection writes it. */
const reactions: Reactions = {
  tables: [{ name: 'bench_document', key: ['uid'] }],
  project: (event) => [
    {
      op: 'put',
      table: 'bench_document',
      row: {
        uid: event.data.document!,
        name: event.data.name!,
        doc_num: event.data.docNum!,
        position: event.position,
        recorded_at: event.recordedAt,
      },
    },
  ],
  enqueue: () => [],
};

const ours = (database: BenchDatabase, organisations: number): Contestant => {
  const orgs = Array.from({ length: organisations }, () => randomUUID());
  const ledger = createLedger({ pool: database.application, reactions });
  return {
    name: `ledger, ${organisations === 1 ? 'one organisation' : `${organisations} organisations`}`,
    measure: (callers, seconds) =>
      closedLoop(callers, seconds, async (caller, n) => {
        const uid = randomUUID();
        const outcome = await ledger.append({
          org: orgs[(caller + n) % orgs.length]!,
          actor,
          commandId: randomUUID(),
          writes: [
            {
              stream: `document-${uid}`,
              expectedVersion: 0,
              events: [{ type: 'BenchRecorded', schema: 1, data: data(uid) }],
            },
          ],
        });
        if (outcome.kind !== 'appended') throw new Error(outcome.kind);
      }),
    close: () => ledger.close(),
  };
};

/** The same row into the same table, as plain as it can be. */
const pgbenchInsert = (database: BenchDatabase, program: string, canonical: string): Contestant => {
  const org = randomUUID();
  let run = 0;
  return {
    name: 'pgbench, plain INSERT',
    measure: (callers, seconds) =>
      pgbench({
        program,
        url: database.url,
        folder: database.folder,
        callers,
        seconds,
        // Positions of each client's own, rising, as an append's are; a colon before a letter would be a variable of
        // pgbench's.
        script: `\\set n :n + 1
insert into ledger.event (${eventColumns}) values ('${org}', ${++run} * 1000000000000 + :client_id::bigint * 1000000000 + :n, 1, clock_timestamp(),
  'document-' || gen_random_uuid(), 'BenchRecorded', gen_random_uuid()::text, 9000000000000000, 'null', '\\x${'07'.repeat(32)}', '${canonical.replaceAll("'", "''").replaceAll(/:(?=[a-z])/gi, ': ')}');
`,
      }),
    close: () => Promise.resolve(),
  };
};

type BenchEvent = {
  type: 'BenchRecorded';
  data: ReturnType<typeof data> & { org: string; commandId: string; actor: typeof actor };
};

/** Emmett with an inline projection into its document store, as its documentation writes one. */
const emmett = (database: BenchDatabase): Contestant => {
  const org = randomUUID();
  const projection = pongoSingleStreamProjection<{ name: string; docNum: string; recordedAt: string }, BenchEvent>({
    collectionName: 'bench_documents',
    canHandle: ['BenchRecorded'],
    evolve: (_: unknown, { data: { name, docNum } }: BenchEvent) => ({
      name,
      docNum,
      recordedAt: new Date().toISOString(),
    }),
  });
  const store = getPostgreSQLEventStore(database.url, { projections: [{ type: 'inline' as const, projection }] });
  const streams = Array.from({ length: 64 }, () => Array.from({ length: 8 }, () => randomUUID()));
  const append = (uid: string) =>
    store.appendToStream<BenchEvent>(`document-${uid}`, [
      { type: 'BenchRecorded', data: { ...data(uid), org, commandId: randomUUID(), actor } },
    ]);
  let begun = false;
  return {
    name: 'Emmett, inline projection',
    async measure(callers, seconds) {
      // Its streams exist: beginning one is slower.
      if (!begun) for (const uid of streams.flat()) await append(uid);
      begun = true;
      return closedLoop(callers, seconds, (caller, n) => append(streams[caller]![n % 8]!));
    },
    close: () => store.close(),
  };
};

/** Prepares the tables and answers who takes part; without pgbench on this machine, it does not. */
export const contestants = async (database: BenchDatabase): Promise<Contestant[]> => {
  await database.owner.query(`
    create table read.bench_document (org_id uuid, uid uuid, name text not null, doc_num text not null,
      position bigint not null,
      recorded_at timestamptz not null, primary key (org_id, uid));
    select ledger.compile_read_models()`);
  const warm = createLedger({ pool: database.application, reactions });
  const org = randomUUID();
  const uid = randomUUID();
  await warm.append({
    org,
    actor,
    commandId: randomUUID(),
    writes: [
      {
        stream: `document-${uid}`,
        expectedVersion: 0,
        events: [{ type: 'BenchRecorded', schema: 1, data: data(uid) }],
      },
    ],
  });
  const [{ canonical }] = (await warm.readBytes(org, ['1'])) as [{ position: string; canonical: string; leaf: Buffer }];
  const program = await findPgbench();
  return [
    ours(database, 1),
    ours(database, 50),
    ...(program ? [pgbenchInsert(database, program, canonical)] : []),
    emmett(database),
  ];
};
