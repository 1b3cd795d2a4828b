import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import PDFKit from 'pdfkit';
import { to as copyTo } from 'pg-copy-streams';
import { createDatabase } from '#app/database/database.ts';
import { matrixRows, readMatrixDocuments } from '#app/queries/report/matrix.ts';
import { reportRequest } from '#app/queries/report/names.ts';
import { withSource } from '#app/queries/report/source.ts';
import type { TableRequest } from '#app/reports/make-report.ts';
import { createReportStarter } from '#app/reports/report-process.ts';
import { build } from '../scripts/prepare.mjs';
import { openPlace, type Place } from './ledger-place.ts';
import { median, print, showGoals, table, timed, told, whole, type Ratio } from './measure.ts';
import { measureSigning } from './reports-signing.ts';
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
async function made(place: Place, org: string, format: 'csv' | 'pdf'): Promise<Taken> {
  const request = reportRequest.parse({ name: 'training-matrix', format }) as TableRequest;
  let [bytes, memory] = [0, 0];
  const seconds = await timed(async () => {
    const underWay = createReportStarter(place.url)({ org, request, madeBy: 'Ines Okafor' });
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
async function copied(place: Place, org: string): Promise<Taken> {
  const database = createDatabase({ url: place.url, as: 'application', statementTimeout: 0 });
  const statement = await withSource(database, org, null, async (source) => {
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

/** The same cells with pdfkit and nothing else: one font, no tags, no numbers of pages. */
async function bare({ people, documents }: Scale): Promise<Taken> {
  let bytes = 0;
  const seconds = await timed(async () => {
    const pdf = new PDFKit({ size: 'A4', layout: 'landscape', margin: 0 });
    const end = pipeline(
      pdf,
      nowhere((length) => (bytes += length)),
    );
    pdf.fontSize(7);
    const [across, down] = [34, 24];
    for (let first = 0; first < people; first += down)
      for (let from = 0; from < documents; from += across) {
        if (first + from > 0) pdf.addPage();
        for (let column = from; column < Math.min(from + across, documents); column++)
          pdf.text(`SOP ${column}`, 170 + (column - from) * 17, 30, { lineBreak: false });
        for (let row = first; row < Math.min(first + down, people); row++) {
          const y = 60 + (row - first) * 13;
          pdf.text(`Person ${row}`, 45, y, { lineBreak: false });
          for (let column = from; column < Math.min(from + across, documents); column++)
            pdf.text(column % 10 === 0 ? '12' : 'x', 170 + (column - from) * 17, y, { lineBreak: false });
        }
        await new Promise(setImmediate);
      }
    pdf.end();
    await end;
  });
  return { seconds, bytes, memory: Number.NaN };
}

/**
 * `npm run bench -- reports [--only matrix] [--only signing]`: the matrix of 2,000 people by 500 documents beside what it is measured against,
 * and a signature beside the matrix.
 */
export const run = async (words: string[]): Promise<void> => {
  const values = told(words);
  const wants = (part: 'matrix' | 'signing'): boolean => values.only?.includes(part) ?? true;
  const scale: Scale = values.quick ? { people: 200, documents: 100 } : { people: 2000, documents: 500 };
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
  // The product runs the built program; its sources would be compiled anew for each report.
  await build();
  const result = wants('matrix') ? await matrix(scale, rounds) : { taken: null, ratios: [] };
  const beside = wants('signing')
    ? await measureSigning(
        // The reports must be too large to be made at once, and take longer than the signatures beside them: a CSV is ten times as quick.
        values.quick
          ? { scale: { people: 400, documents: 150 }, rounds: 1, each: 3, formats: ['pdf'] }
          : { scale: { people: 2000, documents: 500 }, rounds: 2, each: 150, formats: ['csv', 'pdf'] },
      )
    : [];
  const ratios = [...result.ratios, ...beside];
  print();
  showGoals(ratios);
  if (values.json)
    await writeFile(values.json, `${JSON.stringify({ scale, rounds, taken: result.taken, ratios }, null, 2)}\n`);
};

async function matrix(scale: Scale, rounds: number) {
  const place = await openPlace();
  try {
    const org = await fillOrganisation(place.owner, scale);
    await copied(place, org);
    const taken: Record<'csv' | 'copy' | 'pdf' | 'bare', Taken[]> = { csv: [], copy: [], pdf: [], bare: [] };
    for (let round = 0; round < rounds; round++) {
      taken.copy.push(await copied(place, org));
      taken.csv.push(await made(place, org, 'csv'));
      taken.bare.push(await bare(scale));
      taken.pdf.push(await made(place, org, 'pdf'));
    }
    return { taken, ratios: show(taken, scale) };
  } finally {
    await place.close();
  }
}

function show(taken: Record<'csv' | 'copy' | 'pdf' | 'bare', Taken[]>, { people, documents }: Scale): Ratio[] {
  const middle = (of: keyof typeof taken, what: keyof Taken) => median(taken[of].map((one) => one[what]));
  print(
    `The training matrix of ${whole(people)} people by ${whole(documents)} documents: ${whole(people * documents)} cells\n`,
  );
  const line = (name: string, of: keyof typeof taken) => [
    name,
    middle(of, 'seconds').toFixed(2),
    (middle(of, 'bytes') / 1e6).toFixed(1),
    Number.isNaN(middle(of, 'memory')) ? '' : whole(middle(of, 'memory')),
  ];
  table([
    ['', 'seconds', 'MB', 'memory, MB'],
    line('CSV, in a process of its own', 'csv'),
    line('COPY of the same rows', 'copy'),
    line('PDF, in a process of its own', 'pdf'),
    line('bare pdfkit, the same cells', 'bare'),
  ]);
  const ratios: Ratio[] = [
    {
      measure: 'matrix CSV ÷ COPY of the same rows, time',
      value: middle('csv', 'seconds') / middle('copy', 'seconds'),
      goal: 1.3,
      kind: 'at most',
    },
    { measure: 'matrix CSV, memory of its process, MB', value: middle('csv', 'memory'), goal: 150, kind: 'at most' },
    {
      measure: 'matrix PDF ÷ a bare pdfkit table, time',
      value: middle('pdf', 'seconds') / middle('bare', 'seconds'),
      goal: 3,
      kind: 'at most',
    },
  ];
  return ratios;
}
