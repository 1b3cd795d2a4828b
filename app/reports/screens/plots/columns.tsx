import { scaleLinear } from 'd3-scale';
import { useEffect, useRef, useState } from 'react';
import { inDigits } from '#app/ui/text/count.ts';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import './plot.css';

const inks = { signed: 'plot-signed', due: 'plot-due', overdue: 'plot-overdue' };

export interface Column {
  key: string;
  /** What it says on hover and on focus. */
  words: string;
  /** Under it; null: nothing, so that the words have room. */
  tick: string | null;
  /** One on the other, from the axis up. */
  parts: readonly { mark: keyof typeof inks; amount: number }[];
  /** From an amount to another, with a line at the middle one. */
  box?: { from: number; middle: number; to: number } | null;
  /** Single amounts. */
  dots?: readonly number[];
}

/** Percent of the height: above the drawing lie the words, below it what the columns are called. */
const [top, bottom] = [20, 86];
/** Room for so many columns at least. */
const fewest = 12;
/** The width of a column, of the width that it has. */
const share = 0.7;

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The arrow keys lead from one column to the next. */
function useArrowKeys() {
  const plot = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const drawing = plot.current;
    const go = (event: KeyboardEvent) => {
      const columns = [...(drawing?.querySelectorAll<SVGElement>('.plot-column') ?? [])];
      const at = columns.findIndex((column) => column === event.target);
      const next = columns[at + (steps[event.key] ?? 0)];
      if (at < 0 || !next || next === columns[at]) return;
      event.preventDefault();
      next.focus();
    };
    drawing?.addEventListener('keydown', go);
    return () => drawing?.removeEventListener('keydown', go);
  }, []);
  return plot;
}

/**
 * Columns over an axis that begins at zero. With a script the arrow keys go along them; without one the Tab key does.
 */
export function Columns({ label, columns }: { label: string; columns: readonly Column[] }) {
  const scripted = useHydrated();
  const [at, setAt] = useState(columns.length - 1);
  const plot = useArrowKeys();
  const amounts = columns.flatMap(({ parts, box, dots = [] }) => [
    parts.reduce((sum, { amount }) => sum + amount, 0),
    ...(box ? [box.to] : []),
    ...dots,
  ]);
  const y = scaleLinear([0, Math.max(1, ...amounts)], [bottom, top]).nice(4);
  // A few columns stand at the end, as wide as others.
  const slots = Math.max(fewest, columns.length);
  const slot = 100 / slots;
  const x = (index: number) => (index + slots - columns.length) * slot;
  return (
    <svg className="plot" role="group" aria-label={label} ref={plot}>
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick} aria-hidden="true">
            <line className="plot-grid" x1="0" x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} />
            <text className="plot-label" x="0" y={`${y(tick)}%`} dx="-0.6em" dy="0.35em" textAnchor="end">
              {inDigits(tick)}
            </text>
          </g>
        ))}
      {columns.map((column, index) => (
        <g
          key={column.key}
          className="plot-column"
          role="img"
          aria-label={column.words}
          tabIndex={!scripted || index === at ? 0 : -1}
          onFocus={() => setAt(index)}
        >
          <rect className="plot-slot" x={`${x(index)}%`} width={`${slot}%`} y={`${top}%`} height={`${bottom - top}%`} />
          <Drawn column={column} middle={x(index) + slot / 2} width={slot * share} y={y} />
          {column.tick !== null && (
            <text
              className="plot-label"
              x={`${x(index) + slot / 2}%`}
              y="100%"
              dy="-0.3em"
              textAnchor={x(index) === 0 ? 'start' : index === columns.length - 1 ? 'end' : 'middle'}
            >
              {column.tick}
            </text>
          )}
          <text className="plot-words" x="100%" y="0" dy="1em" textAnchor="end">
            {column.words}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface DrawnProps {
  column: Column;
  /** Percent of the width. */
  middle: number;
  width: number;
  y: (amount: number) => number;
}

function Drawn({ column: { parts, box, dots = [] }, middle, width, y }: DrawnProps) {
  const x = `${middle - width / 2}%`;
  const below = (count: number) => parts.slice(0, count).reduce((sum, { amount }) => sum + amount, 0);
  return (
    <>
      {parts.map(
        ({ mark, amount }, index) =>
          amount > 0 && (
            <rect
              key={mark}
              className={inks[mark]}
              x={x}
              width={`${width}%`}
              y={`${y(below(index + 1))}%`}
              height={`${y(below(index)) - y(below(index + 1))}%`}
            />
          ),
      )}
      {box && (
        <>
          <rect
            className="plot-half"
            x={x}
            width={`${width}%`}
            y={`${y(box.to)}%`}
            height={`${y(box.from) - y(box.to)}%`}
          />
          <line
            className="plot-median"
            x1={x}
            x2={`${middle + width / 2}%`}
            y1={`${y(box.middle)}%`}
            y2={`${y(box.middle)}%`}
          />
        </>
      )}
      {dots.map((amount, index) => (
        <circle key={index} className="plot-slow" cx={`${middle}%`} cy={`${y(amount)}%`} r="4.5" />
      ))}
    </>
  );
}
