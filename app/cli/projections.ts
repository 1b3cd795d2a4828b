import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { loadConfig } from '#app/config.ts';
import { createPool } from '#app/database/pool.ts';
import { Fault } from '#app/fault.ts';
import { start } from '#app/start.ts';
import { helpWhereAsked } from './help.ts';
import { UnreadableEvent } from '#events/ledger/scan.ts';
import { check } from '#projections/check.ts';
import type { Difference } from '#projections/compare.ts';
import { organisations, rebuild } from '#projections/rebuild.ts';
import { projections } from '#projections/registry.ts';
import { everyReadModel, Selection } from '#projections/selection.ts';

const usage = `npm run projections -- rebuild [--org UID] [--model NAME …]   fold the read models anew from the ledger, and put right what differs
npm run projections -- check [--org UID] [--model NAME …]     compare the read models with the ledger; exit 1 where a row differs
--model may be given more than once: ${projections.map(({ name }) => name).join(', ')}`;

interface Asked {
  command: 'rebuild' | 'check';
  org: string | undefined;
  selection: Selection;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function asked(): Asked {
  helpWhereAsked(usage);
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { org: { type: 'string' }, model: { type: 'string', multiple: true } },
    });
    const [command, ...more] = positionals;
    if ((command !== 'rebuild' && command !== 'check') || more.length > 0) throw new Fault(usage);
    const org = values.org?.toLowerCase();
    if (org !== undefined && !uuid.test(org)) throw new Fault('--org takes the uid of an organisation.');
    return { command, org, selection: selected(values.model) };
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(usage);
  }
}

/** The read models of these names; all of them where none is named. Throws a `Fault` where there is none of a name. */
function selected(names: readonly string[] | undefined): Selection {
  if (!names) return everyReadModel;
  const unknown = names.find((name) => !projections.some((each) => each.name === name));
  if (unknown !== undefined) throw new Fault(`There is no read model ${unknown}.\n${usage}`);
  return new Selection(projections.filter(({ name }) => names.includes(name)));
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const number = new Intl.NumberFormat('en-US');
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const events = (position: string) => `${number.format(BigInt(position))} events`;

/** Does `work` for an organisation; where its ledger holds an event that cannot be read, says so, and answers null. */
async function unlessDamaged<T>(org: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    const { position } = error;
    print(
      `${org}: the event at position ${position} cannot be read: npm run ledger -- verify names what was changed, DAMAGED`,
    );
    return null;
  }
}

async function runRebuild(pool: Pool, orgs: readonly string[], selection: Selection): Promise<number> {
  let damaged = 0;
  for (const org of orgs) {
    const since = performance.now();
    const rebuilt = await unlessDamaged(org, () => rebuild({ pool, org, selection }));
    if (!rebuilt) damaged += 1;
    for (const { position, rows, written, removed } of rebuilt ?? []) {
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      const right =
        written + removed === 0
          ? 'all as they were'
          : `${number.format(written)} written and ${number.format(removed)} removed`;
      print(`${org}: ${events(position)}, ${number.format(total)} rows, ${right}, ${seconds(since)}`);
    }
  }
  return damaged === 0 ? 0 : 1;
}

const told = ({ table, key, kind, columns }: Difference): string => {
  const named = Object.entries(key).map(([column, value]) => `${column} ${value}`);
  const what = { missing: 'is missing', extra: 'should not be there', changed: `differs in ${columns.join(', ')}` }[
    kind
  ];
  return `  ${table}, ${named.join(', ')}: ${what}`;
};

async function runCheck(pool: Pool, orgs: readonly string[], selection: Selection): Promise<number> {
  let found = 0;
  for (const org of orgs) {
    const since = performance.now();
    const checked = await unlessDamaged(org, () => check({ pool, org, selection }));
    if (!checked) found += 1;
    for (const { position, tables, count } of checked ?? []) {
      found += count;
      const result = count === 0 ? 'as the ledger says' : `${number.format(count)} rows differ`;
      print(`${org}: ${events(position)}, ${result}, ${seconds(since)}`);
      for (const { first, count: ofTable, table } of tables) {
        for (const difference of first) print(told(difference));
        if (ofTable > first.length) print(`  ${table}: ${number.format(ofTable - first.length)} more`);
      }
    }
  }
  return found === 0 ? 0 : 1;
}

/** The organisations that are asked for. Throws a `Fault` where the one that was named is not there. */
async function chosen(pool: Pool, org: string | undefined): Promise<string[]> {
  const client = await pool.connect();
  try {
    const all = await organisations(client);
    if (org === undefined) return all;
    if (!all.includes(org)) throw new Fault(`There is no organisation ${org}.`);
    return [org];
  } finally {
    client.release();
  }
}

const { command, org, selection } = asked();
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
const started = await start(await loadConfig(), log, 'tool');
const pool = createPool({ url: started.ownerUrl, as: 'owner', max: 3 });
try {
  const orgs = await chosen(pool, org);
  if (orgs.length === 0) print('There is no organisation yet.');
  const run = command === 'check' ? runCheck : runRebuild;
  process.exitCode = await run(pool, orgs, selection);
} finally {
  await pool.end();
  await started.close();
}
