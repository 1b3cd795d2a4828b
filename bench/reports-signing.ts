import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '#app/embedded-postgres/embedded-postgres.ts';
import { createPool } from '#app/database/pool.ts';
import { readViewer } from '#app/queries/read-viewer.ts';
import { reportRequest, type ReportFormat } from '#app/queries/report/names.ts';
import type { Viewer } from '#app/queries/viewer.ts';
import { cancelReport, findReport } from '#app/reports/report-queue.ts';
import type { Services } from '#app/services.ts';
import { throughSecondDoor } from '#tests/support/second-process.ts';
import { openApiPlace, sign, type ApiPlace } from './api-place.ts';
import { print, quantile, table, type Ratio } from './measure.ts';
import { fillOrganisation, type Scale } from './reports-world.ts';
import { requestReport } from '#app/reports/report-service.ts';

/** What the server does meanwhile. */
type Beside = 'nothing' | ReportFormat;

/** Signatures for each figure of a round, and the reports that they are beside. */
interface Plan {
  /** Of the organisation whose matrix is made. */
  scale: Scale;
  rounds: number;
  each: number;
  formats: readonly ReportFormat[];
}

/** One person at a time, and more than two cores can serve at once. */
const signers = [1, 4] as const;
/** Reports in line: when one is finished, the next begins. */
const inLine = 3;
/** Signatures that are not counted. */
const warmUp = 20;

/** How long each signature took, in milliseconds. */
type Taken = Map<string, number[]>;
const nameOf = (count: number, beside: Beside): string => `${count} ${beside}`;

/**
 * How long a signature of a training record takes at the server (POST /api/records/{uid}/sign, with its password check), while nobody asks
 * for a report, and while the server makes the matrix of another organisation in the same database, as its people ask for it.
 */
export async function measureSigning({ scale, rounds, each, formats }: Plan): Promise<Ratio[]> {
  const besides: Beside[] = ['nothing', ...formats];
  const wanted = rounds * besides.length * each * signers.length + warmUp;
  const documents = Math.max(2, Math.ceil(wanted / 60));
  const place = await openApiPlace({ people: Math.ceil(wanted / documents), documents });
  try {
    const admins = await largeOrganisation(place, scale);
    return await throughSecondDoor(place.dataDir, async (services) => {
      const viewers = await Promise.all(admins.map((admin) => viewerOf(services, admin)));
      await timeEach(place, 2, warmUp);
      const taken: Taken = new Map();
      for (let round = 0; round < rounds; round++)
        for (const beside of besides)
          for (const count of signers) {
            const stop = beside === 'nothing' ? null : await keepMaking(services, viewers, beside);
            const times = await timeEach(place, count, each);
            await stop?.();
            const name = nameOf(count, beside);
            taken.set(name, [...(taken.get(name) ?? []), ...times]);
          }
      return show(taken, formats);
    });
  } finally {
    await place.close();
  }
}

async function largeOrganisation({ dataDir }: ApiPlace, scale: Scale): Promise<{ org: string; user: string }[]> {
  const postgres = await openEmbedded({ dataDir, use: 'tool' });
  const owner = createPool({ url: postgres.url, as: 'owner', max: 2 });
  try {
    const org = await fillOrganisation(owner, scale);
    const { rows } = await owner.query<{ uid: string }>(
      `update read.user_account set role = 'ADMIN' where org_id = $1
       and uid in (select uid from read.user_account where org_id = $1 order by email limit $2) returning uid`,
      [org, inLine],
    );
    return rows.map(({ uid: user }) => ({ org, user }));
  } finally {
    await owner.end();
    await postgres.stop();
  }
}

const viewerOf = async ({ database }: Services, { org, user }: { org: string; user: string }): Promise<Viewer> =>
  (await database.read(org, (db) => readViewer(db, { org, user, publicId: '0'.repeat(64) })))!;

/** Each admin asks for the matrix; answers when the first is in the making. Its answer gives all of them up. */
async function keepMaking(
  services: Services,
  viewers: readonly Viewer[],
  format: ReportFormat,
): Promise<() => Promise<void>> {
  const asked: { viewer: Viewer; uid: string }[] = [];
  for (const viewer of viewers) {
    const taken = await requestReport(services, viewer, reportRequest.parse({ name: 'training-matrix', format }));
    if (!taken.ok || taken.value.kind !== 'queued')
      throw new Error('The matrix is made at once: nothing is beside it.');
    asked.push({ viewer, uid: taken.value.report.uid });
  }
  const standing = () =>
    Promise.all(
      asked.map(async ({ viewer, uid }) => {
        const found = await findReport(services, viewer, uid);
        return found.ok ? found.value : null;
      }),
    );
  while (!(await standing()).some((report) => report?.state === 'making' && report.done > 0)) await sleep(100);
  return async () => {
    if (!(await standing()).some((report) => report?.state === 'making'))
      throw new Error('The reports were finished before the signatures: ask for more of them.');
    for (const { viewer, uid } of asked) await cancelReport(services, viewer, uid);
    // What makes one looks once a second whether it is still wanted. Finished ones would be found again.
    await sleep(1500);
    for (const { viewer, uid } of asked)
      await services.database.tenant(viewer.org, (db) => db.deleteFrom('app.report').where('uid', '=', uid).execute());
  };
}

/** `each` signatures by so many people at once, who sign one after the other. Milliseconds. */
async function timeEach({ url, records }: ApiPlace, count: number, each: number): Promise<number[]> {
  const times: number[] = [];
  let left = each;
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (left-- > 0) {
        const record = records.pop();
        if (!record) throw new Error('There are too few training records.');
        const since = performance.now();
        await sign(url, record);
        times.push(performance.now() - since);
      }
    }),
  );
  return times;
}

function show(taken: Taken, formats: readonly ReportFormat[]): Ratio[] {
  const at = (count: number, beside: Beside, q: number) => quantile(taken.get(nameOf(count, beside)) ?? [], q);
  const words: Record<Beside, string> = { nothing: 'no report', csv: 'the matrix as CSV', pdf: 'the matrix as PDF' };
  print('\nOne signature of a training record, in ms (p50 / p99), while the server makes');
  table([
    ['', ...signers.map((count) => (count === 1 ? 'one person' : `${count} people at once`))],
    ...(['nothing', ...formats] as const).map((beside) => [
      words[beside],
      ...signers.map((count) => `${at(count, beside, 0.5).toFixed(0)} / ${at(count, beside, 0.99).toFixed(0)}`),
    ]),
  ]);
  return formats.flatMap((beside) =>
    signers.flatMap((count) =>
      ([0.5, 0.99] as const).map((q) => ({
        measure: `signing beside ${words[beside]} ÷ alone, ${count === 1 ? 'one person' : `${count} people`}, p${100 * q}`,
        value: at(count, beside, q) / at(count, 'nothing', q),
        goal: q === 0.5 ? 1.5 : 2,
        kind: 'at most' as const,
      })),
    ),
  );
}
