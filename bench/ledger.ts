import { writeFile } from 'node:fs/promises';
import { Fault } from '#app/fault.ts';
import { contestants } from './ledger-appends.ts';
import { type Place, openPlace } from './ledger-place.ts';
import { publishRound } from './ledger-publish.ts';
import { type VolumeTimes, fill, volumeRound } from './ledger-volume.ts';
import { type Rate, type Ratio, machine, median, print, reached, showGoals, table, told, whole } from './measure.ts';
import { findPgbench, howToGetPgbench } from './pgbench.ts';

const callers = [1, 4, 16, 64] as const;

interface Plan {
  rounds: number;
  seconds: number;
  events: number;
}

type Rates = Map<string, Map<number, Rate[]>>;

/** Every contestant with every number of callers, in turn, round by round, so that a busy moment of the machine falls on all. */
const appendRounds = async (place: Place, { rounds, seconds }: Plan): Promise<Rates> => {
  const all = await contestants(place);
  const rates: Rates = new Map(all.map(({ name }) => [name, new Map(callers.map((count) => [count, []]))]));
  for (const contestant of all) await contestant.measure(4, Math.min(1, seconds));
  for (let round = 0; round < rounds; round++)
    for (const count of callers) {
      await place.settle();
      for (const contestant of all)
        rates
          .get(contestant.name)!
          .get(count)!
          .push(await contestant.measure(count, seconds));
    }
  await Promise.all(all.map((contestant) => contestant.close()));
  return rates;
};

const publishRounds = async (place: Place, { rounds }: Plan): Promise<{ bare: number; append: number }[]> => {
  const publish: { bare: number; append: number }[] = [];
  await publishRound(place);
  for (let round = 0; round < rounds; round++) {
    await place.settle();
    publish.push(await publishRound(place));
  }
  return publish;
};

const volumeRounds = async (place: Place, { rounds, events }: Plan): Promise<VolumeTimes[]> => {
  const volume = await fill(place, events);
  const times: VolumeTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    await place.settle();
    times.push(await volumeRound(place, volume));
  }
  return times;
};

const of = (rates: Rates, name: string, count: number, field: keyof Rate): number =>
  median(
    rates
      .get(name)
      ?.get(count)
      ?.map((rate) => rate[field]) ?? [],
  );

/** The goals of the ledger's design, for what was measured. */
const ratios = (rates: Rates, volume: VolumeTimes[], publish: { bare: number; append: number }[]): Ratio[] => {
  const rate = (name: string, count: number) => of(rates, name, count, 'rate');
  const [one, fifty] = ['ledger, one organisation', 'ledger, 50 organisations'];
  const [limit, plain] = ['pgbench, plain INSERT', 'plain INSERT from Node'];
  const time = (field: keyof VolumeTimes) => median(volume.map((each) => each[field]));
  const atLeast = (measure: string, value: number, goal: number): Ratio => ({ measure, value, goal, kind: 'at least' });
  const atMost = (measure: string, value: number, goal: number): Ratio => ({ measure, value, goal, kind: 'at most' });
  return [
    atLeast('one organisation, 16 callers ÷ pgbench, 16 clients', rate(one, 16) / rate(limit, 16), 0.6),
    atLeast('one organisation, 16 callers ÷ plain INSERT from Node, 16 callers', rate(one, 16) / rate(plain, 16), 1),
    atLeast('one organisation, 64 callers ÷ pgbench, 64 clients', rate(one, 64) / rate(limit, 64), 1),
    atLeast('50 organisations, 16 callers ÷ pgbench, 16 clients', rate(fifty, 16) / rate(limit, 16), 0.5),
    atLeast('one caller ÷ pgbench, 1 client', rate(one, 1) / rate(limit, 1), 0.4),
    ...['SQL', 'Pongo'].map((by) =>
      atLeast(
        `one organisation, 16 callers ÷ Emmett with an inline ${by} projection`,
        rate(one, 16) / rate(`Emmett, inline ${by} projection`, 16),
        8,
      ),
    ),
    atMost(
      'p99 at 16 callers, one organisation ÷ p50 of pgbench at 16',
      of(rates, one, 16, 'p99') / of(rates, limit, 16, 'p50'),
      10,
    ),
    atMost(
      'publish to 10,000 people ÷ the bare set-based insert',
      median(publish.map((each) => each.append / each.bare)),
      2.5,
    ),
    atMost(
      'rebuild of documents and training records ÷ binary COPY out of the same rows',
      time('rebuildTwo') / time('copyOut'),
      4,
    ),
    atMost('rebuild of every read model ÷ binary COPY out of the same rows', time('rebuild') / time('copyOut'), 4),
    atMost('verify ÷ raw SHA-256 of the same leaves and nodes', time('verify') / time('rawHash'), 1.5),
  ];
};

const show = (
  rates: Rates,
  volume: VolumeTimes[],
  publish: { bare: number; append: number }[],
  found: Ratio[],
  events: number,
): void => {
  if (rates.size > 0) showRates(rates);
  if (volume.length > 0) showVolume(volume, events);
  if (publish.length > 0) {
    const ms = (field: 'bare' | 'append') => `${(median(publish.map((each) => each[field])) * 1000).toFixed(0)} ms`;
    print(`Publish to 10,000 people: ${ms('append')}; the bare insert of the rows ${ms('bare')}`);
    print();
  }
  showGoals(found);
};

const showRates = (rates: Rates): void => {
  print(
    'Appends a second (p50 / p99 in ms), one event of about 600 bytes each; the ledger and Emmett with a projection write one row or document of a read model besides',
  );
  table([
    ['', ...callers.map((count) => `${count} caller${count === 1 ? '' : 's'}`)],
    ...[...rates.keys()].map((name) => [
      name,
      ...callers.map(
        (count) =>
          `${whole(of(rates, name, count, 'rate'))} (${of(rates, name, count, 'p50').toFixed(2)} / ${of(rates, name, count, 'p99').toFixed(2)})`,
      ),
    ]),
  ]);
  print();
};

const showVolume = (volume: VolumeTimes[], events: number): void => {
  print(`${whole(events)} events, seconds`);
  const seconds = (field: keyof VolumeTimes) => median(volume.map((each) => each[field]));
  table(
    (
      [
        ['binary COPY out', 'copyOut'],
        ['raw SHA-256 of leaves and nodes', 'rawHash'],
        ['verify', 'verify'],
        ['rebuild of documents and training records', 'rebuildTwo'],
        ['rebuild of every read model', 'rebuild'],
      ] as const
    ).map(([name, field]) => [name, seconds(field).toFixed(2), `${whole(events / seconds(field))}/s`]),
  );
  print();
};

const parts = ['appends', 'publish', 'volume'] as const;

/** `npm run bench -- ledger`: the ledger beside what it is measured against, in one run on one server of its own. */
export const run = async (words: string[]): Promise<void> => {
  const values = told(words);
  const plan: Plan = values.quick
    ? { rounds: 1, seconds: 0.1, events: 5_000 }
    : { rounds: 5, seconds: 2, events: 1_000_000 };
  if (values.events) plan.events = Number(values.events);
  if (values.rounds) plan.rounds = Number(values.rounds);
  const wanted = (part: (typeof parts)[number]) => values.only?.includes(part) ?? true;
  if (values.only?.some((word) => !parts.some((part) => part === word)))
    throw new Fault(`--only takes ${parts.join(', ')}; it may be given more than once.`);
  if (!(await findPgbench())) print(`${howToGetPgbench} Its lines are left out.\n`);
  const place = await openPlace();
  try {
    const rates: Rates = wanted('appends') ? await appendRounds(place, plan) : new Map();
    const publish = wanted('publish') ? await publishRounds(place, plan) : [];
    const times = wanted('volume') ? await volumeRounds(place, plan) : [];
    const found = ratios(rates, times, publish);
    show(rates, times, publish, found, plan.events);
    if (values.json) {
      const appends = [...rates].map(([name, counts]) => ({ name, callers: Object.fromEntries(counts) }));
      const result = {
        plan,
        machine: machine(),
        appends,
        publish,
        volume: times,
        ratios: found.map((ratio) => ({ ...ratio, reached: reached(ratio) })),
      };
      await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
    }
  } finally {
    await place.close();
  }
};
