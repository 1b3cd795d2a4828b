import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { parseArgs } from 'node:util';

/** The options of every bench: `--quick` for a small run, `--json FILE` for its figures, `--rounds N`. */
export const parseOptions = (words: string[]) =>
  parseArgs({
    args: words,
    options: {
      quick: { type: 'boolean' },
      json: { type: 'string' },
      rounds: { type: 'string' },
      events: { type: 'string' },
      documents: { type: 'string' },
      only: { type: 'string', multiple: true },
    },
  }).values;

/** Without the values that could not be measured. */
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
  kind: 'at least' | 'at most';
}

export const atLeast = (goal: number, measure: string, value: number): Ratio => ({
  measure,
  value,
  goal,
  kind: 'at least',
});
export const atMost = (goal: number, measure: string, value: number): Ratio => ({
  measure,
  value,
  goal,
  kind: 'at most',
});

const isReached = ({ value, goal, kind }: Ratio): boolean => (kind === 'at least' ? value >= goal : value <= goal);

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

/** Prints each figure beside its goal, and writes them to the file of `--json`. */
export const report = async (ratios: readonly Ratio[], json: string | undefined, figures: object): Promise<void> => {
  print();
  table([
    ['ratio', 'measured', 'goal', ''],
    ...ratios.map((ratio) => [
      ratio.measure,
      Number.isNaN(ratio.value) ? '—' : ratio.value.toFixed(2),
      `${ratio.kind === 'at least' ? '≥' : '≤'} ${ratio.goal}`,
      Number.isNaN(ratio.value) ? 'not measured' : isReached(ratio) ? 'reached' : 'missed',
    ]),
  ]);
  const load = os.loadavg().map((each) => each.toFixed(1));
  print(`${os.cpus().length} cores, Node ${process.version}, load ${load.join(' ')} at the end`);
  if (json) await writeFile(json, `${JSON.stringify({ ratios, ...figures }, null, 2)}\n`);
};
