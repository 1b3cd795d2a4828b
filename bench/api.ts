import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { type ApiPlace, asked, openApiPlace, sign } from './api-place.ts';
import { type Rate, closedLoop, machine, median, print, quantile, table, told, whole } from './measure.ts';

interface Contestant {
  name: string;
  call(caller: number): Promise<void>;
  /** What cannot be done again and again has a round's share of callers × calls; undefined: no end. */
  supply?: number;
}

const callers = [1, 8] as const;

const contestants = ({ url, token, org, document, records }: ApiPlace): Contestant[] => {
  const headers = { Authorization: `Bearer ${token}` };
  return [
    { name: 'bare endpoint (GET /healthz)', call: () => asked(`${url}/healthz`, 200) },
    { name: 'get document', call: () => asked(`${url}/api/docs/${document}`, 200, { headers }) },
    { name: 'list documents, 25 of them', call: () => asked(`${url}/api/orgs/${org}/docs?limit=25`, 200, { headers }) },
    {
      name: 'sign record',
      supply: records.length,
      async call() {
        const record = records.pop();
        if (!record) return;
        await sign(url, record);
      },
    },
  ];
};

type Rates = Map<string, Map<number, Rate[]>>;

/** As many calls as there are records, by so many callers at once. */
const supplied = async (count: number, calls: number, call: Contestant['call']): Promise<Rate> => {
  let left = calls;
  const latencies: number[] = [];
  const since = performance.now();
  await Promise.all(
    Array.from({ length: count }, async (_, caller) => {
      while (left-- > 0) {
        const begun = performance.now();
        await call(caller);
        latencies.push(performance.now() - begun);
      }
    }),
  );
  const seconds = (performance.now() - since) / 1000;
  return { rate: latencies.length / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
};

/** Every contestant with every number of callers, in turn, round by round, so that a busy moment of the machine falls on all. */
const measure = async (place: ApiPlace, rounds: number, seconds: number): Promise<Rates> => {
  const all = contestants(place);
  const rates: Rates = new Map(all.map(({ name }) => [name, new Map(callers.map((count) => [count, []]))]));
  for (const { call, supply } of all) if (supply === undefined) await closedLoop(4, 0.5, call);
  for (let round = 0; round < rounds; round++)
    for (const count of callers)
      for (const { name, call, supply } of all) {
        const share = supply === undefined ? 0 : Math.floor(supply / rounds / callers.length);
        const rate = supply === undefined ? await closedLoop(count, seconds, call) : await supplied(count, share, call);
        rates.get(name)?.get(count)?.push(rate);
      }
  return rates;
};

const show = (rates: Rates): void => {
  const of = (name: string, count: number, field: keyof Rate) =>
    median(
      rates
        .get(name)
        ?.get(count)
        ?.map((rate) => rate[field]) ?? [],
    );
  const [bare = ''] = rates.keys();
  print('Requests a second (p50 / p99 in ms)');
  table([
    ['', ...callers.map((count) => `${count} caller${count === 1 ? '' : 's'}`), '÷ bare, 8 callers'],
    ...[...rates.keys()].map((name) => [
      name,
      ...callers.map(
        (count) =>
          `${whole(of(name, count, 'rate'))} (${of(name, count, 'p50').toFixed(1)} / ${of(name, count, 'p99').toFixed(1)})`,
      ),
      (of(name, 8, 'rate') / of(bare, 8, 'rate')).toFixed(3),
    ]),
  ]);
  const load = os.loadavg().map((each) => each.toFixed(1));
  print();
  print(`${os.cpus().length} cores, Node ${process.version}, load ${load.join(' ')} at the end`);
};

/** `npm run bench -- api`: calls by HTTP to a server of its own, beside a bare endpoint of the same server. */
export const run = async (words: string[]): Promise<void> => {
  const values = told(words);
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
  const place = await openApiPlace(values.quick ? { people: 4, documents: 4 } : { people: 20, documents: 10 });
  try {
    const rates = await measure(place, rounds, values.quick ? 0.3 : 3);
    show(rates);
    if (values.json) {
      const calls = [...rates].map(([name, counts]) => ({ name, callers: Object.fromEntries(counts) }));
      await writeFile(values.json, `${JSON.stringify({ rounds, machine: machine(), calls }, null, 2)}\n`);
    }
  } finally {
    await place.close();
  }
};
