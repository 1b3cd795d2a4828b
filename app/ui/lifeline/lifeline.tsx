import { Fragment } from 'react';
import { drawLife, type LifeSpan } from './scale.ts';

type LifelineProps = {
  /** Oldest first. */
  spans: readonly LifeSpan[];
  /** Epoch milliseconds. */
  now: number;
  /** The same in a sentence a version, for those who listen. */
  description: string;
};

/** The versions of a document along time. */
export function Lifeline({ spans, now, description }: LifelineProps) {
  const { bars, ticks, here, hereEndsAt } = drawLife(spans, now);
  const labelled = new Set<string>();
  return (
    <div className="lifeline">
      <svg role="img" aria-label={description}>
        <line className="axis" x1="0" x2="100%" y1="76" y2="76" />
        {ticks.map(({ x, label }) => (
          <Fragment key={label}>
            <line className="axis" x1={x} x2={x} y1="72" y2="80" />
            <text className="tick" x={x} y="94">
              {label}
            </text>
          </Fragment>
        ))}
        {bars.map(({ kind, x, width, version, aside }) => {
          const label = kind !== 'work' && !labelled.has(version);
          if (label) labelled.add(version);
          return (
            <Fragment key={`${version} ${kind}`}>
              <rect
                className={kind}
                x={x}
                width={width}
                y={aside && kind === 'work' ? 62 : 34}
                height={aside && kind === 'work' ? 8 : 24}
              />
              {label && (
                <text className="t" x={x} dx="8" y="50.5" data-kind={kind}>
                  {version}
                </text>
              )}
            </Fragment>
          );
        })}
        <line className="here" x1={here} x2={here} y1="18" y2="76" />
        <text className="here-t" x={here} dx={hereEndsAt === 'end' ? -6 : 6} y="26" textAnchor={hereEndsAt}>
          Today
        </text>
      </svg>
    </div>
  );
}
