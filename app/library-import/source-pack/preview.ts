import { createHash } from 'node:crypto';
import type { BothFiles } from '#events/document/events.ts';
import { ok } from '#events/failures.ts';
import { acceptedIn, dayOrdersIn, packOf, passedOverIn } from '#app/library-import/source-pack/decided.ts';
import { importEvolution, recordPreview } from '#events/import/import.ts';
import { streams } from '#events/streams.ts';
import { systemContext } from '#app/kit/command/system.ts';
import { commit } from '#app/kit/command/command.ts';
import { load } from '#app/kit/command/load.ts';
import { isWarning, packTables, type PackRows } from '#app/library-import/source-pack/columns.ts';
import { readColumns } from '#app/library-import/queries/columns.ts';
import { readFacts, type FormerPerson } from '#app/library-import/queries/facts.ts';
import { makePlan } from '#app/library-import/source-pack/make-plan.ts';
import { readFiles, readTables } from '#app/library-import/source-pack/pack-files.ts';
import type { Plan, SampleRow } from '#app/library-import/source-pack/plan.ts';
import { readPack } from '#app/library-import/source-pack/read-pack.ts';
import { readPlan, storeFile } from '#app/library-import/source-pack/stored.ts';
import { drawSample } from '#app/library-import/source-pack/uids.ts';
import type { Ports } from '#app/kit/ports.ts';
import { dayIn } from '#events/time.ts';
import { rootOf } from '#events/ledger/proof.ts';

/** Whether the PDF is the working file too, as where the source names none. */
const isPdf = ({ working, final }: BothFiles): boolean =>
  working.sha256 === final.sha256 && working.name === final.name;

const documentTarget = (data: Plan['documents'][number]['data'], zone: string): Record<string, string> => ({
  Key: `${data.type} ${data.docNum}`,
  Title: data.name,
  Type: data.type,
  Area: data.functionalArea,
  Number: data.formerNumber === null ? data.docNum : `${data.docNum}, formerly ${data.formerNumber}`,
  Owner: data.owner.name,
  Departments: data.departments.map(({ name }) => name).join('; '),
  'Training interval': String(data.trainingInterval),
  'Review interval': String(data.reviewInterval),
  'Retired on': data.retiredAt ? dayIn(data.retiredAt, zone) : '',
});

/** What the source says of the rows of the sample, beside what would be recorded. */
function sampleOf(
  root: string,
  rows: PackRows,
  { documents, people }: Pick<Plan, 'documents' | 'people'>,
  zone: string,
): SampleRow[] {
  const targets = new Map<string, Record<string, string>>();
  const names = new Map(
    documents.map(({ data: { document, type, docNum, name, functionalArea } }) => [
      document,
      `${type} ${docNum}, ${name}, ${functionalArea}`,
    ]),
  );
  for (const { row, data, email } of people)
    targets.set(`people ${row}`, {
      'Staff number': data.staffNumber ?? '',
      'First name': data.firstName,
      'Last name': data.lastName,
      ...(email && { Email: 'Not recorded: the person has no account' }),
    });
  for (const { row, data, versions, relations = [], training } of documents) {
    targets.set(`documents ${row}`, documentTarget(data, zone));
    const about = { Title: data.name, Type: data.type, Area: data.functionalArea, ID: data.docNum };
    for (const { row, data: version } of versions)
      targets.set(`versions ${row}`, {
        ...about,
        Version: version.version,
        'Title then': version.name,
        'Approved on': version.claimed.approvedOn ?? '',
        'Approved by': version.claimed.approvedBy.join('; '),
        'Effective on': version.claimed.effectiveOn,
        'Superseded on': version.claimed.supersededOn ?? '',
        PDF: version.files.final.name,
        'Working file': isPdf(version.files) ? 'The PDF' : version.files.working.name,
        'Evidence file': version.evidence?.name ?? '',
        Reason: version.reason ?? '',
        'SHA-256': version.files.final.sha256,
      });
    for (const { row, data: one } of relations)
      targets.set(`relations ${row}`, {
        ...about,
        'Related document': names.get(one.related.uid)!,
        Relation: one.relation,
      });
    for (const { row, data: one } of training)
      targets.set(`training ${row}`, {
        Person: one.user.name,
        ...about,
        Version: one.version,
        'Completed on': one.completedOn,
        Kind: one.kind,
        Trainer: one.trainer ?? '',
        Score: one.score ?? '',
        'Evidence file': one.evidence?.name ?? '',
      });
  }
  const cells = new Map<string, Record<string, string>>();
  for (const table of ['people', 'documents', 'versions', 'relations', 'training'] as const)
    for (const { number, cells: own } of rows[table]) cells.set(`${table} ${number}`, own);
  return drawSample(root, [...targets.keys()]).map((row) => ({
    row,
    source: cells.get(row)!,
    target: targets.get(row)!,
  }));
}

/** The same for equal contents, however they are packed. */
const fingerprintOf = (fingerprints: readonly string[]): string =>
  createHash('sha256')
    .update([...new Set(fingerprints)].sort().join('\n'))
    .digest('hex');

/** When a library with the same content was imported; null where none was. Plans of earlier releases do not say it. */
async function importedAtOf(ports: Ports, org: string, content: string): Promise<string | null> {
  const completed = await ports.database.read(org, (db) =>
    db
      .selectFrom('read.library_import')
      .select(['plan', 'completed_at'])
      .where('status', '=', 'COMPLETED')
      .orderBy('completed_at')
      .execute(),
  );
  for (const { plan, completed_at } of completed)
    if (plan && (await readPlan(ports, org, plan)).content === content) return completed_at;
  return null;
}

/** The people whom completed imports recorded as left. */
async function readFormer(ports: Ports, org: string): Promise<FormerPerson[]> {
  const completed = await ports.database.read(org, (db) =>
    db.selectFrom('read.library_import').select(['plan', 'source']).where('status', '=', 'COMPLETED').execute(),
  );
  const plans = await Promise.all(
    completed.map(async ({ plan, source }) => ({
      source,
      people: plan ? (await readPlan(ports, org, plan)).people : [],
    })),
  );
  return plans.flatMap(({ source, people }) =>
    people.map(({ data, email }) => ({
      uid: data.user,
      name: `${data.firstName} ${data.lastName}`,
      staffNumber: data.staffNumber,
      email: email ?? null,
      source,
    })),
  );
}

/**
 * Reads and checks the pack of an import, and records what was found. Nothing is recorded in documents. Where the
 * server stops meanwhile, it begins again after the restart.
 */
export async function preview(ports: Ports, org: string, uid: string, stopping?: AbortSignal): Promise<void> {
  const context = systemContext(ports, org, 'The import', ports.newId());
  const { events } = await load(context, streams.import(uid), importEvolution);
  const begun = events[0];
  if (begun?.type !== 'ImportBegun') return;
  const columns = await ports.database.read(org, (db) => readColumns(db, begun.data));
  const { files: pack, sentAt } = packOf(events);
  const tables = await readTables(ports, org, pack, sentAt);
  const { rows, problems, absent } = readPack(tables.sheets, columns);
  const earlier = events.findLast(({ type }) => type === 'ImportPreviewed');
  const known = earlier?.type === 'ImportPreviewed' ? (await readPlan(ports, org, earlier.data.plan)).checked : {};
  const reading = { sentAt, known, stopping };
  const { files, fingerprints, checked, passedOver } = await readFiles(ports, org, uid, tables.others, reading);
  if (passedOver.size > 0) problems.push(passedOverIn(passedOver));
  const others = new Set(tables.others);
  const own = pack.filter((file) => !others.has(file)).map(({ sha256 }) => sha256);
  const content = fingerprintOf([...own, ...fingerprints]);
  const importedAt = await importedAtOf(ports, org, content);
  const facts = await ports.database.read(org, (db) => readFacts(db));
  const cut = events.flatMap((event) => (event.type === 'ImportTitlesCut' ? event.data.titles : []));
  const cuts = new Map(cut.map((title) => [title.given, title.cut]));
  const former = await readFormer(ports, org);
  const made = makePlan({
    importUid: uid,
    source: begun.data.source,
    rows,
    absent,
    found: problems,
    files,
    facts,
    former,
    cuts,
    dayOrders: dayOrdersIn(events),
    accepted: acceptedIn(events),
    importedAt,
    now: context.now,
  });
  const { size } = await ports.ledger.readHead(org);
  const root = rootOf(await ports.proofs.frontierAt(org, Number(size))).toString('hex');
  const source = Object.fromEntries(packTables.map((table) => [table, rows[table].length])) as Plan['source'];
  const whole = { ...made, content, checked, source, problems: [...tables.problems, ...problems, ...made.problems] };
  const plan: Plan = { ...whole, sample: sampleOf(root, rows, whole, facts.zone) };
  const stored = await storeFile(ports, org, uid, `plan ${ports.newId()}`, {
    name: 'plan.json',
    mediaType: 'application/json',
    body: JSON.stringify(plan),
  });
  const warnings = plan.problems.filter(isWarning).length;
  const done = await commit(context, async () => {
    const { stream, version, state } = await load(context, streams.import(uid), importEvolution);
    const decision = recordPreview(
      {
        counts: plan.counts,
        problems: plan.problems.length - warnings,
        warnings,
        plan: stored,
        root,
        size,
        sample: plan.sample.map(({ row }) => row),
      },
      state,
    );
    if (!decision.ok) return decision;
    return ok({ writes: [{ stream, version, events: decision.events }], answer: null });
  });
  if (!done.ok) throw new Error(`A preview could not be recorded: ${done.failure.code}`);
}
