import { importDecider } from '#events/import/import.ts';
import { streams } from '#events/streams.ts';
import type { E } from '#events/catalogue.ts';
import { commit, type CommandContext } from '#app/commands/command.ts';
import { load } from '#app/commands/load.ts';
import { systemContext } from '#app/commands/clock/system.ts';
import { readPlan, storeFile } from '#app/library-import/stored.ts';
import { migrationReport } from '#app/library-import/report.ts';
import type { Plan, PlannedDocument } from '#app/library-import/plan.ts';
import type { Ports } from '#app/ports.ts';

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

const writesOf = ({ data, versions, training }: PlannedDocument) => [
  {
    stream: streams.document(data.document),
    events: [
      { type: 'DocumentImported' as const, data },
      ...versions.map((version) => ({ type: 'VersionImported' as const, data: version.data })),
    ],
  },
  ...training.map((one) => ({
    stream: streams.record(one.data.record),
    events: [{ type: 'TrainingImported' as const, data: one.data }],
  })),
];

/**
 * Carries out an approved import: an append for each document, with the command id `import/row`. Killed and run again,
 * it goes on where it was. An import that was abandoned meanwhile ends.
 */
export async function runImport(ports: Ports, org: string, uid: string, stopping?: AbortSignal): Promise<void> {
  const contextOf = (id: string) => systemContext(ports, org, 'The import', id);
  const read = () => load(contextOf(uid), streams.import(uid), importDecider);
  const previewed = (await read()).events.findLast(({ type }) => type === 'ImportPreviewed');
  if (previewed?.type !== 'ImportPreviewed') return;
  const plan = await readPlan(ports, org, previewed.data.plan);
  for (const { row, data } of plan.people)
    await recordOnce(contextOf(`${uid}/people ${row}`), [
      { stream: streams.user(data.user), events: [{ type: 'PersonImported', data }] },
    ]);
  for (const document of plan.documents) {
    if (stopping?.aborted) throw new Error('The import goes on after the restart.');
    if ((await read()).state?.status !== 'APPROVED') return;
    await recordOnce(contextOf(`${uid}/documents ${document.row}`), writesOf(document));
  }
  await complete(contextOf(`${uid}/complete`), uid, plan);
}

async function complete(context: CommandContext, uid: string, plan: Plan): Promise<void> {
  const { ports, org } = context;
  const { events } = await load(context, streams.import(uid), importDecider);
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
    const { stream, version, state } = await load(context, streams.import(uid), importDecider);
    const decision = importDecider.decide(
      { type: 'CompleteImport', first: first!, last: last!, counts: plan.counts, report },
      state,
    );
    if (!decision.ok) return decision;
    return { ok: true, value: { writes: [{ stream, version, events: decision.events }], answer: null } };
  });
  if (!done.ok) throw new Error(`An import could not be completed: ${done.failure.code}`);
}
