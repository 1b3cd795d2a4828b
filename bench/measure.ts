import os from 'node:os';
import { parseArgs } from 'node:util';

/** What a bench is told: `--quick` for a small run, `--json FILE` for its figures, and what some of them know besides. */
export const told = (words: string[]) =>
  parseArgs({
    args: words,
    options: {
      quick: { type: 'boolean' },
      json: { type: 'string' },
      rounds: { type: 'string' },
      events: { type: 'string' },
      slow: { type: 'boolean' },
      only: { type: 'string', multiple: true },
    },
  }).values;

/** What it ran on. */
export const machine = () => ({
  cpus: os.cpus().length,
  model: os.cpus()[0]?.model,
  node: process.version,
  load: os.loadavg(),
});

/** What could not be measured is left out. */
export const median = (values: readonly number[]): number =>
  quantile(
    values.filter((value) => !Number.isNaN(value)),
    0.5,
  );

export const quantile = (values: readonly number[], q: number): number => {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at % 1);
};

/** Seconds that `work` takes. */
export const timed = async (work: () => unknown): Promise<number> => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
};

export interface Rate {
  /** Calls a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** `callers` that each call, wait for the answer and call again, for `seconds`; what they do before is not counted. */
export const closedLoop = async (
  callers: number,
  seconds: number,
  call: (caller: number, n: number) => Promise<unknown>,
): Promise<Rate> => {
  const latencies: number[] = [];
  const since = performance.now();
  const end = since + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let n = 0, now = performance.now(); now < end; n++) {
        await call(caller, n);
        const then = performance.now();
        latencies.push(then - now);
        now = then;
      }
    }),
  );
  const elapsed = (performance.now() - since) / 1000;
  return { rate: latencies.length / elapsed, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
};

export interface Ratio {
  measure: string;
  value: number;
  goal: number;
  /** Whether the value is to be at least or at most the goal. */
  kind: 'at least' | 'at most';
}

export const reached = ({ value, goal, kind }: Ratio): boolean => (kind === 'at least' ? value >= goal : value <= goal);

export const print = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

/** Columns as wide as their widest cell; the first to the left, the others to the right. */
export const table = (rows: readonly (readonly string[])[]): void => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    print(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '));
};

export const whole = (value: number): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value);

/** Each figure beside its goal. */
export const showGoals = (ratios: readonly Ratio[]): void =>
  table([
    ['ratio', 'measured', 'goal', ''],
    ...ratios.map((ratio) => [
      ratio.measure,
      Number.isNaN(ratio.value) ? '—' : ratio.value.toFixed(2),
      `${ratio.kind === 'at least' ? '≥' : '≤'} ${ratio.goal}`,
      Number.isNaN(ratio.value) ? 'not measured' : reached(ratio) ? 'reached' : 'missed',
    ]),
  ]);
