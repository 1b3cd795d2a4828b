import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { createDatabase } from '#app/adapters/database/database.ts';
import { matrixRows, readMatrixDocuments } from '#app/reports/queries/matrix.ts';
import { reportRequest, type TableRequest } from '#app/reports/queries/names.ts';
import { withSource } from '#app/reports/queries/source.ts';
import { createReportStarter } from '#app/reports/making/process/report-process.ts';
import { build } from '../scripts/prepare.mjs';
import { openBenchDatabase, type BenchDatabase } from './database.ts';
import { atMost, median, parseOptions, print, report, table, timed, whole, type Ratio } from './measure.ts';
import { fillOrganisation, type Scale } from './reports-world.ts';

/** Seconds, bytes and the highest resident memory in megabytes. */
interface Taken {
  seconds: number;
  bytes: number;
  memory: number;
}

const nowhere = (count: (bytes: number) => void) =>
  new Writable({
    highWaterMark: 1 << 20,
    write(chunk: Buffer, _encoding, done) {
      count(chunk.length);
      done();
    },
  });

/** The report as the product's job makes it: a process of its own, from its start to its last byte. */
async function made(database: BenchDatabase, org: string): Promise<Taken> {
  const request = reportRequest.parse({ name: 'training-matrix', format: 'csv' }) as TableRequest;
  let [bytes, memory] = [0, 0];
  const seconds = await timed(async () => {
    const underWay = createReportStarter(database.url)({
      org,
      request,
      madeBy: 'Ines Okafor',
      damage: null,
      signature: null,
    });
    const look = async (): Promise<void> => {
      const status = await readFile(`/proc/${underWay.pid}/status`, 'utf8').catch(() => '');
      memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    };
    const watch = setInterval(() => void look(), 50);
    await pipeline(
      underWay.body,
      nowhere((length) => (bytes += length)),
    );
    await underWay.ended;
    clearInterval(watch);
  });
  return { seconds, bytes, memory };
}

/** COPY of the same rows, read by the same library and thrown away. */
async function copied({ url }: BenchDatabase, org: string): Promise<Taken> {
  const database = createDatabase({ url, as: 'application', statementTimeout: 0 });
  const statement = await withSource(database, { org: org }, async (source) => {
    const documents = await readMatrixDocuments(source, { gaps: false });
    return inline(matrixRows(source, { gaps: false }, documents).compile(source.db));
  });
  if (!statement.ok) throw new Error(statement.failure.code);
  let bytes = 0;
  const seconds = await database.copyConnections(async (client) => {
    await client.query(`select set_config('imprimatur.org', $1, false)`, [org]);
    return timed(() =>
      pipeline(
        client.query(copyTo(`copy (${statement.value}) to stdout (format csv)`)),
        nowhere((length) => (bytes += length)),
      ),
    );
  });
  await database.close();
  return { seconds, bytes, memory: Number.NaN };
}

/** COPY takes no parameters: they are written into the statement. */
function inline({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string {
  const literal = (value: unknown): string => {
    if (Array.isArray(value)) return `'{${value.join(',')}}'`;
    return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  };
  return sql.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]));
}

/** `npm run bench -- reports`: the matrix of 2,000 people by 500 documents as CSV beside COPY of the same rows. */
export const run = async (words: string[]): Promise<void> => {
  const values = parseOptions(words);
  const scale: Scale = values.quick ? { people: 200, documents: 100 } : { people: 2000, documents: 500 };
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
  // The product runs the built program; its sources would be compiled anew for each report.
  await build();
  const database = await openBenchDatabase();
  try {
    const org = await fillOrganisation(database.owner, scale);
    await copied(database, org);
    const [csv, copy]: [Taken[], Taken[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      copy.push(await copied(database, org));
      csv.push(await made(database, org));
    }
    const of = (taken: Taken[], what: keyof Taken) => median(taken.map((one) => one[what]));
    print(`The training matrix of ${whole(scale.people)} people by ${whole(scale.documents)} documents`);
    table([
      ['', 'seconds', 'MB'],
      ['CSV, in a process of its own', of(csv, 'seconds').toFixed(2), (of(csv, 'bytes') / 1e6).toFixed(1)],
      ['COPY of the same rows', of(copy, 'seconds').toFixed(2), (of(copy, 'bytes') / 1e6).toFixed(1)],
    ]);
    const ratios: Ratio[] = [
      atMost(1.3, 'matrix CSV ÷ COPY of the same rows, time', of(csv, 'seconds') / of(copy, 'seconds')),
      atMost(150, 'matrix CSV, memory of its process, MB', of(csv, 'memory')),
    ];
    await report(ratios, values.json, { scale, rounds });
  } finally {
    await database.close();
  }
};
