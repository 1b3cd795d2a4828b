import { Fault } from '#app/adapters/environment/fault.ts';
import { extractText } from '#app/search/jobs/extract-text.ts';
import type { Services } from '#app/server/services.ts';
import { documentsWithoutText, removeText } from '#app/search/text/store.ts';
import { hasCode } from '#events/error-code.ts';
import type { UnreadableEvent } from '#events/ledger/scan.ts';
import { check } from '#projections/rebuild/check.ts';
import type { Difference } from '#projections/rebuild/compare.ts';
import { organisations, rebuild } from '#projections/rebuild/rebuild.ts';
import { projections } from '#projections/registry.ts';
import { everyReadModel, Selection } from '#projections/rebuild/selection.ts';
import { chosenOrganisations, count, orgOption, print, type Product, readArguments, withProduct } from './tool.ts';

/** The model that is not folded from the ledger: what the search finds inside documents. */
const textModel = 'document-text';

const usage = `\
npm run projections -- check [--org UID] [--model NAME …]     compare with the ledger; exit 1 where a row differs
npm run projections -- rebuild [--org UID] [--model NAME …]   compute from the ledger again, and repair
--model may be given more than once: ${projections.map(({ name }) => name).join(', ')}; and ${textModel} alone,
the text inside documents, which is read from the files again (about a minute for 1,000 pages)`;

interface Job {
  pool: Product['pool'];
  org: string;
  selection: Selection;
}

/** Prints what a rebuild did; answers whether everything was right afterwards. */
async function runRebuild(job: Job): Promise<boolean> {
  const since = performance.now();
  for (const { position, rows, written, removed } of await rebuild(job)) {
    const total = Object.values(rows).reduce((sum, each) => sum + each, 0);
    const repaired =
      written + removed === 0 ? 'nothing to repair' : `${count(written, 'written')} and ${count(removed, 'removed')}`;
    print(`${job.org}: ${events(position)}, ${count(total, 'rows')}, ${repaired}, ${seconds(since)}`);
  }
  return true;
}

/** Prints the rows that differ; answers whether there was none. */
async function runCheck(job: Job): Promise<boolean> {
  const since = performance.now();
  let found = 0;
  for (const { position, tables, count: differing } of await check(job)) {
    found += differing;
    const result = differing === 0 ? 'no differences' : `${count(differing, 'rows differ')}`;
    print(`${job.org}: ${events(position)}, ${result}, ${seconds(since)}`);
    for (const { first, count: ofTable, table } of tables) {
      for (const difference of first) print(describe(difference));
      if (ofTable > first.length) print(`  ${table}: ${count(ofTable - first.length, 'more')}`);
    }
  }
  return found === 0;
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const events = (position: string) => count(BigInt(position), 'events');

function describe({ table, key, kind, columns }: Difference): string {
  const keys = Object.entries(key).map(([column, value]) => `${column} ${value}`);
  const problems = { missing: 'is missing', extra: 'should not exist', changed: `differs in ${columns.join(', ')}` };
  return `  ${table}, ${keys.join(', ')}: ${problems[kind]}`;
}

/** Runs one organisation's job; an event that cannot be read is printed and counts as a difference. */
async function unlessUnreadable(job: Job, run: (job: Job) => Promise<boolean>): Promise<boolean> {
  try {
    return await run(job);
  } catch (error) {
    if (!hasCode<UnreadableEvent>(error, 'unreadable_event')) throw error;
    const advice = 'npm run ledger -- verify names what was changed';
    print(`${job.org}: the event at position ${error.position} cannot be read: ${advice}, DAMAGED`);
    return false;
  }
}

/** Reads the text of every document, after a rebuild all of it anew; answers whether none was missing before. */
async function runText(services: Services, org: string, command: 'check' | 'rebuild'): Promise<boolean> {
  const since = performance.now();
  if (command === 'rebuild') await removeText(services.database, org);
  const documents = await documentsWithoutText(services.database, org);
  if (command === 'check') {
    print(`${org}: the text of ${count(documents.length, 'documents')} is missing`);
    return documents.length === 0;
  }
  const unread: string[] = [];
  for (const document of documents)
    await extractText(services, org, document).catch((error: unknown) => unread.push(`${document}: ${String(error)}`));
  for (const line of unread) print(`${org}: document ${line}`);
  print(`${org}: the text of ${count(documents.length - unread.length, 'documents')} read, ${seconds(since)}`);
  return unread.length === 0;
}

function selectionOf(names: readonly string[] | undefined): Selection {
  if (!names) return everyReadModel;
  const unknown = names.find((name) => !projections.some((each) => each.name === name));
  if (unknown !== undefined) throw new Fault(`There is no read model ${unknown}.\n${usage}`);
  return new Selection(projections.filter(({ name }) => names.includes(name)));
}

const { command, values } = readArguments(usage, ['check', 'rebuild'], {
  org: { type: 'string' },
  model: { type: 'string', multiple: true },
});
const org = orgOption(values.org);
const isText = values.model?.includes(textModel) ?? false;
if (isText && values.model?.length !== 1) throw new Fault(`${textModel} is rebuilt alone.\n${usage}`);
const selection = selectionOf(isText ? undefined : values.model);
await withProduct(async ({ pool, services }) => {
  const client = await pool.connect();
  const all = await organisations(client).finally(() => client.release());
  let exitCode = 0;
  for (const each of chosenOrganisations(all, org)) {
    const isRight = isText
      ? await runText(services, each, command)
      : await unlessUnreadable({ pool, org: each, selection }, command === 'check' ? runCheck : runRebuild);
    if (!isRight) exitCode = 1;
  }
  return exitCode;
});
