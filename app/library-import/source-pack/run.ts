import { importEvolution, completeImport } from '#events/import/import.ts';
import { streams } from '#events/streams.ts';
import type { E } from '#events/catalogue.ts';
import { commit, type CommandContext } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { readPlan, storeFile } from '#app/library-import/source-pack/stored.ts';
import { migrationReport } from '#app/library-import/source-pack/report.ts';
import type { Plan, PlannedDocument } from '#app/library-import/source-pack/plan.ts';
import { enqueueImport } from '#app/library-import/commands/queue.ts';
import type { Ports } from '#app/kit/ports.ts';
import { readObstacles } from '#app/library-import/queries/obstacles.ts';

/** Records one part of the plan; again it finds what it recorded, by its command id. */
async function recordOnce(
  context: CommandContext,
  writes: readonly { stream: string; events: readonly E[] }[],
): Promise<void> {
  const done = await commit(context, () =>
    Promise.resolve({
      ok: true as const,
      value: { writes: writes.map((write) => ({ ...write, version: 0 })), answer: null },
    }),
  );
  if (!done.ok) throw new Error(`An import was refused: ${done.failure.code}`);
}

const writesOf = ({ data, versions, relations = [], training }: PlannedDocument) => [
  {
    stream: streams.document(data.document),
    events: [
      {
        type: 'DocumentImported' as const,
        data: relations.length > 0 ? { ...data, relations: relations.map((one) => one.data) } : data,
      },
      ...versions.map((version) => ({ type: 'VersionImported' as const, data: version.data })),
    ],
  },
  ...training.map((one) => ({
    stream: streams.record(one.data.record),
    events: [{ type: 'TrainingImported' as const, data: one.data }],
  })),
];

/**
 * Documents that one job records; it then asks for the next job. A job is tried 25 times, so that an import survives as
 * many kills within each of these parts.
 */
const perRun = 50;

/** Seconds until an import looks again whether a title or a number that is taken is free. */
const waiting = 30;

const readImport = (ports: Ports, org: string, uid: string) =>
  load(systemContext(ports, org, 'The import', uid), streams.import(uid), importEvolution);

/** The keys of what the import recorded already. */
const recordedIn = async (ports: Ports, org: string, uid: string, table: 'user_account' | 'document') => {
  const rows = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.staged_row')
      .select('row_key')
      .where('import_uid', '=', uid)
      .where('table_name', '=', table)
      .execute(),
  );
  return new Set(rows.map(({ row_key }) => row_key));
};

/**
 * Carries out an approved import: an append for each document, with the command id `import/row`. Killed and run again,
 * it goes on where it was. An import that was abandoned meanwhile ends; one whose title or number others took waits.
 */
export async function runImport(ports: Ports, org: string, uid: string, stopping?: AbortSignal): Promise<void> {
  const { events, state } = await readImport(ports, org, uid);
  const previewed = events.findLast(({ type }) => type === 'ImportPreviewed');
  if (state?.status !== 'APPROVED' || previewed?.type !== 'ImportPreviewed') return;
  const isStopped = async () => (await ports.database.read(org, (db) => readObstacles(db, uid))).length > 0;
  if (await isStopped()) return enqueueImport(ports, org, 'run-import', uid, waiting);
  const plan = await readPlan(ports, org, previewed.data.plan);
  const people = await recordedIn(ports, org, uid, 'user_account');
  for (const { row, data } of plan.people)
    if (!people.has(data.user))
      await recordOnce(systemContext(ports, org, 'The import', `${uid}/people ${row}`), [
        { stream: streams.user(data.user), events: [{ type: 'PersonImported', data }] },
      ]);
  const recorded = await recordedIn(ports, org, uid, 'document');
  const left = plan.documents.filter(({ data }) => !recorded.has(data.document));
  for (const document of left.slice(0, perRun)) {
    if (stopping?.aborted) throw new Error('The import goes on after the restart.');
    if ((await readImport(ports, org, uid)).state?.status !== 'APPROVED') return;
    await recordOnce(systemContext(ports, org, 'The import', `${uid}/documents ${document.row}`), writesOf(document));
  }
  if (left.length > perRun) return enqueueImport(ports, org, 'run-import', uid);
  if (await isStopped()) return enqueueImport(ports, org, 'run-import', uid, waiting);
  await complete(systemContext(ports, org, 'The import', `${uid}/complete`), uid, plan);
}

async function complete(context: CommandContext, uid: string, plan: Plan): Promise<void> {
  const { ports, org } = context;
  const { events } = await load(context, streams.import(uid), importEvolution);
  const [first, last] = await Promise.all(
    [plan.documents[0], plan.documents.at(-1)].map(async (document) => {
      const { events: own } = await ports.ledger.readStream(org, streams.document(document?.data.document ?? uid));
      return own.at(0)?.position ?? '0';
    }),
  );
  const report = await storeFile(ports, org, uid, 'report', {
    name: 'Migration report.csv',
    mediaType: 'text/csv',
    body: migrationReport(plan, events, { first: first!, last: last! }),
  });
  const done = await commit(context, async () => {
    const { stream, version, state } = await load(context, streams.import(uid), importEvolution);
    const decision = completeImport({ first: first!, last: last!, counts: plan.counts, report }, state);
    if (!decision.ok) return decision;
    return { ok: true, value: { writes: [{ stream, version, events: decision.events }], answer: null } };
  });
  if (!done.ok) throw new Error(`An import could not be completed: ${done.failure.code}`);
}
