import { randomUUID } from 'node:crypto';
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  postgreSQLRawSQLProjection,
  type PostgreSQLProjectionDefinition,
} from '@event-driven-io/emmett-postgresql';
import { SQL } from '@event-driven-io/dumbo';
import { createPool } from '#app/database/pool.ts';
import { createLedger } from '#events/ledger/append/append.ts';
import type { Reactions } from '#events/ledger/types.ts';
import type { Place } from './ledger-place.ts';
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

const ours = (place: Place, organisations: number): Contestant => {
  const orgs = Array.from({ length: organisations }, () => randomUUID());
  const ledger = createLedger({ pool: place.application, reactions });
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
              events: [{ type: 'BenchNoted', schema: 1, data: data(uid) }],
            },
          ],
        });
        if (outcome.kind !== 'appended') throw new Error(outcome.kind);
      }),
    close: () => ledger.close(),
  };
};

const columns =
  'org_id, position, version, recorded_at, stream, type, command_id, command_last, command_answer, leaf, canonical';

/** The same row into the same table, as plain as it can be. */
const plainInsert = (place: Place, canonical: string): Contestant => {
  const org = randomUUID();
  const pool = createPool({ url: place.url, as: 'owner', max: 64 });
  let position = 0;
  const leaf = Buffer.alloc(32, 7);
  return {
    name: 'plain INSERT from Node',
    async measure(callers, seconds) {
      const clients = await Promise.all(Array.from({ length: callers }, () => pool.connect()));
      try {
        return await closedLoop(callers, seconds, (caller) => {
          const at = ++position;
          return clients[caller]!.query({
            name: 'insert',
            text: `insert into ledger.event (${columns}) values ($1, $2, 1, clock_timestamp(), $3, 'BenchNoted', $4, $2, 'null', $5, $6)`,
            values: [org, at, `document-${randomUUID()}`, randomUUID(), leaf, canonical],
          });
        });
      } finally {
        for (const client of clients) client.release();
      }
    },
    close: () => pool.end(),
  };
};

const pgbenchInsert = (place: Place, program: string, canonical: string): Contestant => {
  const org = randomUUID();
  let run = 0;
  return {
    name: 'pgbench, plain INSERT',
    measure: (callers, seconds) =>
      pgbench({
        program,
        url: place.url,
        folder: place.folder,
        callers,
        seconds,
        // Positions of each client's own, rising, as an append's are; a colon before a letter would be a variable of pgbench's.
        script: `\\set n :n + 1
insert into ledger.event (${columns}) values ('${org}', ${++run} * 1000000000000 + :client_id::bigint * 1000000000 + :n, 1, clock_timestamp(),
  'document-' || gen_random_uuid(), 'BenchNoted', gen_random_uuid()::text, 9000000000000000, 'null', '\\x${'07'.repeat(32)}', '${canonical.replaceAll("'", "''").replaceAll(/:(?=[a-z])/gi, ': ')}');
`,
      }),
    close: () => Promise.resolve(),
  };
};

type BenchEvent = {
  type: 'BenchNoted';
  data: ReturnType<typeof data> & { org: string; commandId: string; actor: typeof actor };
};

type EmmettProjection = PostgreSQLProjectionDefinition<BenchEvent>;

/** The same row as the ledger's, by a statement of the projection's own. */
const byStatement = (org: string): EmmettProjection =>
  postgreSQLRawSQLProjection<BenchEvent>({
    name: 'bench',
    canHandle: ['BenchNoted'],
    evolve: ({ data: { document, name, docNum } }) =>
      SQL`insert into read.bench_document (org_id, uid, name, doc_num, position, recorded_at) values (${org}, ${document}, ${name}, ${docNum}, 1, now())
          on conflict (org_id, uid) do update set name = excluded.name, doc_num = excluded.doc_num, recorded_at = excluded.recorded_at`,
  });

/** The same facts in a document of its document store, as its documentation writes an inline projection. */
const byDocument = (): EmmettProjection =>
  pongoSingleStreamProjection<{ name: string; docNum: string; recordedAt: string }, BenchEvent>({
    collectionName: 'bench_documents',
    canHandle: ['BenchNoted'],
    evolve: (_: unknown, { data: { name, docNum } }: BenchEvent) => ({
      name,
      docNum,
      recordedAt: new Date().toISOString(),
    }),
  });

const emmett = (place: Place, name: string, projection?: (org: string) => EmmettProjection): Contestant => {
  const org = randomUUID();
  const store = getPostgreSQLEventStore(
    place.url,
    projection && { projections: [{ type: 'inline' as const, projection: projection(org) }] },
  );
  const streams = Array.from({ length: 64 }, () => Array.from({ length: 8 }, () => randomUUID()));
  const append = (uid: string) =>
    store.appendToStream<BenchEvent>(`document-${uid}`, [
      { type: 'BenchNoted', data: { ...data(uid), org, commandId: randomUUID(), actor } },
    ]);
  let begun: Promise<unknown> | undefined;
  return {
    name,
    async measure(callers, seconds) {
      // Its streams exist: beginning one is slower.
      begun ??= streams
        .flat()
        .reduce<Promise<unknown>>((before, uid) => before.then(() => append(uid)), Promise.resolve());
      await begun;
      return closedLoop(callers, seconds, (caller, n) => append(streams[caller]![n % 8]!));
    },
    close: () => store.close(),
  };
};

/** Prepares the tables and answers who takes part; without pgbench on this machine, it does not. */
export const contestants = async (place: Place): Promise<Contestant[]> => {
  await place.owner.query(`
    create table read.bench_document (org_id uuid, uid uuid, name text not null, doc_num text not null, position bigint not null,
      recorded_at timestamptz not null, primary key (org_id, uid));
    select ledger.compile_read_models()`);
  const warm = createLedger({ pool: place.application, reactions });
  const org = randomUUID();
  const uid = randomUUID();
  await warm.append({
    org,
    actor,
    commandId: randomUUID(),
    writes: [
      { stream: `document-${uid}`, expectedVersion: 0, events: [{ type: 'BenchNoted', schema: 1, data: data(uid) }] },
    ],
  });
  const [{ canonical }] = (await warm.readBytes(org, ['1'])) as [{ position: string; canonical: string; leaf: Buffer }];
  const program = await findPgbench();
  return [
    ours(place, 1),
    ours(place, 50),
    ...(program ? [pgbenchInsert(place, program, canonical)] : []),
    plainInsert(place, canonical),
    emmett(place, 'Emmett, no projection'),
    emmett(place, 'Emmett, inline SQL projection', byStatement),
    emmett(place, 'Emmett, inline Pongo projection', byDocument),
  ];
};
