import { Fault } from '#app/adapters/environment/fault.ts';
import { type BenchDatabase, openBenchDatabase } from './database.ts';
import { contestants } from './ledger-appends.ts';
import { publishRound } from './ledger-publish.ts';
import { type VolumeTimes, fill, volumeRound } from './ledger-volume.ts';
import {
  type Rate,
  type Ratio,
  atLeast,
  atMost,
  median,
  parseOptions,
  print,
  report,
  table,
  whole,
} from './measure.ts';
import { findPgbench, howToGetPgbench } from './pgbench.ts';

const callers = [1, 4, 16, 64] as const;
const parts = ['appends', 'publish', 'volume'] as const;

interface Plan {
  rounds: number;
  seconds: number;
  events: number;
}

/** By contestant and number of callers, a round each. */
type Rates = Map<string, Map<number, Rate[]>>;

/** Every contestant with every number of callers in turn, so that a busy machine affects all of them. */
const measureAppends = async (database: BenchDatabase, { rounds, seconds }: Plan): Promise<Ratio[]> => {
  const all = await contestants(database);
  const rates: Rates = new Map(all.map(({ name }) => [name, new Map(callers.map((count) => [count, []]))]));
  for (const contestant of all) await contestant.measure(4, Math.min(1, seconds));
  for (let round = 0; round < rounds; round++)
    for (const count of callers) {
      await database.checkpoint();
      for (const { name, measure } of all)
        rates
          .get(name)!
          .get(count)!
          .push(await measure(count, seconds));
    }
  await Promise.all(all.map((contestant) => contestant.close()));

  const of = (name: string, count: number, field: keyof Rate) =>
    median((rates.get(name)?.get(count) ?? []).map((rate) => rate[field]));
  print('Appends a second (p50 / p99 in ms) of one event of about 600 bytes and one row of a read model');
  table([
    ['', ...callers.map((count) => `${count} callers`)],
    ...[...rates.keys()].map((name) => [
      name,
      ...callers.map(
        (count) =>
          `${whole(of(name, count, 'rate'))} (${of(name, count, 'p50').toFixed(2)} / ` +
          `${of(name, count, 'p99').toFixed(2)})`,
      ),
    ]),
  ]);
  const [one, fifty, limit] = ['ledger, one organisation', 'ledger, 50 organisations', 'pgbench, plain INSERT'];
  const ratio = (name: string, other: string, count: number) => of(name, count, 'rate') / of(other, count, 'rate');
  return [
    atLeast(0.5, 'one organisation, 16 callers ÷ pgbench, 16 clients', ratio(one, limit, 16)),
    atLeast(0.9, 'one organisation, 64 callers ÷ pgbench, 64 clients', ratio(one, limit, 64)),
    atLeast(0.4, '50 organisations, 16 callers ÷ pgbench, 16 clients', ratio(fifty, limit, 16)),
    atLeast(6, 'one organisation, 16 callers ÷ Emmett', ratio(one, 'Emmett, inline projection', 16)),
    atMost(10, 'p99 at 16 callers ÷ p50 of pgbench at 16', of(one, 16, 'p99') / of(limit, 16, 'p50')),
  ];
};

const measurePublish = async (database: BenchDatabase, { rounds }: Plan): Promise<Ratio[]> => {
  const measured: { bare: number; append: number }[] = [];
  await publishRound(database);
  for (let round = 0; round < rounds; round++) {
    await database.checkpoint();
    measured.push(await publishRound(database));
  }
  const ratio = median(measured.map(({ append, bare }) => append / bare));
  const ms = (field: 'bare' | 'append') => `${(median(measured.map((each) => each[field])) * 1000).toFixed(0)} ms`;
  print(`Publish to 10,000 people: ${ms('append')}; the bare insert of the rows ${ms('bare')}`);
  return [atMost(2.5, 'publish to 10,000 people ÷ the bare set-based insert', ratio)];
};

const measureVolume = async (database: BenchDatabase, { rounds, events }: Plan): Promise<Ratio[]> => {
  const volume = await fill(database, events);
  const times: VolumeTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    await database.checkpoint();
    times.push(await volumeRound(database, volume));
  }
  const seconds = (field: keyof VolumeTimes) => median(times.map((each) => each[field]));
  const names = {
    copyOut: 'binary COPY out',
    rawHash: 'raw SHA-256 of leaves and nodes',
    verify: 'verify',
    rebuild: 'rebuild of every read model',
  };
  print(`${whole(events)} events, seconds`);
  table((Object.keys(names) as (keyof VolumeTimes)[]).map((field) => [names[field], seconds(field).toFixed(2)]));
  return [
    atMost(
      8,
      'rebuild of every read model ÷ binary COPY out of the same rows',
      seconds('rebuild') / seconds('copyOut'),
    ),
    atMost(1.5, 'verify ÷ raw SHA-256 of the same leaves and nodes', seconds('verify') / seconds('rawHash')),
  ];
};

/** `npm run bench -- ledger [--only appends|publish|volume]`: the ledger beside what it is measured against. */
export const run = async (words: string[]): Promise<void> => {
  const values = parseOptions(words);
  const plan: Plan = values.quick
    ? { rounds: 1, seconds: 0.1, events: 5_000 }
    : { rounds: 5, seconds: 2, events: 1_000_000 };
  if (values.events) plan.events = Number(values.events);
  if (values.rounds) plan.rounds = Number(values.rounds);
  const measures = { appends: measureAppends, publish: measurePublish, volume: measureVolume };
  if (values.only?.some((word) => !parts.some((part) => part === word)))
    throw new Fault(`--only takes ${parts.join(', ')}; it may be given more than once.`);
  if (!(await findPgbench())) print(`${howToGetPgbench} Its lines are left out.\n`);
  const database = await openBenchDatabase();
  try {
    const ratios: Ratio[] = [];
    for (const part of parts)
      if (values.only?.includes(part) ?? true) ratios.push(...(await measures[part](database, plan)));
    await report(ratios, values.json, { plan });
  } finally {
    await database.close();
  }
};
