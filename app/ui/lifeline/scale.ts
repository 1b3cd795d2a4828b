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

type Bar = {
  kind: 'work' | 'was' | 'now' | 'until';
  x: string;
  /** Percent. */
  width: number;
  version: string;
  /** Work on a version while another is in force: drawn below the line of those. */
  aside: boolean;
};
export type LifeDrawing = {
  bars: Bar[];
  /** The version's number in its widest bar, where it fits. */
  labels: { x: string; version: string; on: Bar['kind'] }[];
  ticks: { x: string; label: string }[];
  here: string;
  hereEndsAt: 'start' | 'end';
};

const year = 365.25 * 24 * 3600 * 1000;
const round = (value: number) => Math.round(value * 10_000) / 100;
const percent = (value: number) => `${round(value)}%`;

/**
 * Places the bars in percent of the width, from the first work until a while after `now`. `work` is dashed, `was` past,
 * `now` effective so far, `until` the part to come. With `ends`, `now` is in the past and nothing is drawn after it.
 */
export function drawLife(all: readonly LifeSpan[], now: number, ends = false): LifeDrawing {
  const shown = (moment: number | null) => (ends && moment !== null && moment > now ? null : moment);
  const spans = all.map((span) => ({ ...span, from: shown(span.from), until: shown(span.until) }));
  // What was in force outside before it was brought in was so before the first work on it here.
  const begin = Math.min(now, ...spans.flatMap(({ begun, from }) => [begun, from ?? begun]));
  const latest = Math.max(now, ...spans.flatMap(({ from, until }) => [from ?? now, until ?? now]));
  const length = Math.max(latest - begin, ends ? 1000 : year / 12);
  const end = begin + length * 1.22;
  const open = ends ? now : end;
  const start = begin - length * 0.01;
  const at = (moment: number) => (Math.min(Math.max(moment, start), end) - start) / (end - start);
  const bar = (kind: Bar['kind'], version: string, from: number, to: number, aside = false): Bar[] =>
    to > from ? [{ kind, version, aside, x: percent(at(from)), width: round(at(to) - at(from)) }] : [];

  const bars = spans.flatMap(({ version, begun, from, until }, i) => {
    const workEnd = from ?? until ?? open;
    const besideAnother = spans.some((other, j) => j < i && other.from !== null && (other.until ?? end) > begun);
    const work = bar('work', version, begun, Math.min(workEnd, end), besideAnother);
    if (from === null) return work;
    if (until !== null && until <= now) return [...work, ...bar('was', version, from, until)];
    return [
      ...work,
      ...bar('now', version, from, Math.min(now, until ?? now)),
      ...bar('until', version, Math.max(now, from), until ?? open),
    ];
  });

  const labels = spans.flatMap(({ version }) => {
    const own = bars.filter((drawn) => drawn.version === version && drawn.kind !== 'work');
    const widest = own.sort((a, b) => b.width - a.width)[0];
    return widest && widest.width >= 4 ? [{ x: widest.x, version, on: widest.kind }] : [];
  });

  const firstYear = new Date(start).getUTCFullYear() + 1;
  const lastYear = new Date(end).getUTCFullYear();
  const step = Math.max(1, Math.ceil((lastYear - firstYear + 1) / 8));
  const ticks: LifeDrawing['ticks'] = [];
  for (let y = firstYear; y <= lastYear; y += step) ticks.push({ x: percent(at(Date.UTC(y, 0))), label: String(y) });
  return { bars, labels, ticks, here: percent(at(now)), hereEndsAt: at(now) > 0.5 ? 'end' : 'start' };
}
