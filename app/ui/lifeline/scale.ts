/** One version along time. All moments are epoch milliseconds, UTC. */
export type LifeSpan = {
  version: string;
  /** When work on it began. */
  begun: number;
  /** When it came or will come into force; null while no date is set. */
  from: number | null;
  /** When another replaced it or the document was retired; null while neither happened. */
  until: number | null;
};

type Bar = { kind: 'work' | 'was' | 'now' | 'until'; x: string; width: string; version: string; aside: boolean };
export type LifeDrawing = {
  bars: Bar[];
  ticks: { x: string; label: string }[];
  here: string;
  hereEndsAt: 'start' | 'end';
};

const year = 365.25 * 24 * 3600 * 1000;
const percent = (value: number) => `${(value * 100).toFixed(2)}%`;

/**
 * Where each bar stands, in percent of the width. The axis runs from the first work to a good while after `now`, so that what
 * is in force has room ahead of it. `work` is dashed, `was` is past, `now` is the part in force so far, `until` the part to come.
 */
export function drawLife(spans: readonly LifeSpan[], now: number): LifeDrawing {
  const begin = Math.min(now, ...spans.map(({ begun }) => begun));
  const latest = Math.max(now, ...spans.flatMap(({ from, until }) => [from ?? now, until ?? now]));
  const length = Math.max(latest - begin, year / 12);
  const end = begin + length * 1.22;
  const start = begin - length * 0.01;
  const at = (moment: number) => (Math.min(Math.max(moment, start), end) - start) / (end - start);
  const bar = (kind: Bar['kind'], version: string, from: number, to: number, aside = false): Bar[] =>
    to > from ? [{ kind, version, aside, x: percent(at(from)), width: percent(at(to) - at(from)) }] : [];

  const bars = spans.flatMap(({ version, begun, from, until }, i) => {
    const workEnd = from ?? until ?? end;
    const work = bar('work', version, begun, Math.min(workEnd, end), i > 0);
    if (from === null) return work;
    if (until !== null && until <= now) return [...work, ...bar('was', version, from, until)];
    return [
      ...work,
      ...bar('now', version, from, Math.min(now, until ?? now)),
      ...bar('until', version, Math.max(now, from), until ?? end),
    ];
  });

  const firstYear = new Date(start).getUTCFullYear() + 1;
  const lastYear = new Date(end).getUTCFullYear();
  const step = Math.max(1, Math.ceil((lastYear - firstYear + 1) / 8));
  const ticks: LifeDrawing['ticks'] = [];
  for (let y = firstYear; y <= lastYear; y += step) ticks.push({ x: percent(at(Date.UTC(y, 0))), label: String(y) });
  return { bars, ticks, here: percent(at(now)), hereEndsAt: at(now) > 0.5 ? 'end' : 'start' };
}
