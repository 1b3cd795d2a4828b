import { Fragment } from 'react';
import { drawLife, type LifeSpan } from './scale.ts';

type LifelineProps = {
  /** Oldest first. */
  spans: readonly LifeSpan[];
  /** Epoch milliseconds. */
  now: number;
  /** The same in a sentence a version, for those who listen. */
  description: string;
  /** `12 Mar 2026 14:05 UTC`, where `now` is that moment of the past. */
  asOf?: string | undefined;
};

/** The versions of a document along time. */
export function Lifeline({ spans, now, description, asOf }: LifelineProps) {
  const { bars, labels, ticks, here, hereEndsAt } = drawLife(spans, now, asOf !== undefined);
  return (
    <div className="lifeline">
      <svg role="img" aria-label={description}>
        {asOf && (
          <>
            <rect className="unknown" x={here} width={`${100 - Number.parseFloat(here)}%`} y="0" height="76" />
            <text className="quiet" x="99%" y="50.5" textAnchor="end">
              Not shown
            </text>
          </>
        )}
        <line className="axis" x1="0" x2="100%" y1="76" y2="76" />
        {ticks.map(({ x, label }) => (
          <Fragment key={label}>
            <line className="axis" x1={x} x2={x} y1="72" y2="80" />
            <text className="tick" x={x} y="94">
              {label}
            </text>
          </Fragment>
        ))}
        {bars.map(({ kind, x, width, version, aside }) => (
          <rect
            key={`${version} ${kind}`}
            className={kind}
            x={x}
            width={`${width}%`}
            y={aside ? 62 : 34}
            height={aside ? 8 : 24}
          />
        ))}
        {labels.map(({ x, version, on }) => (
          <text key={version} className={on === 'now' ? 't on-now' : 't'} x={x} dx="8" y="50.5">
            {version}
          </text>
        ))}
        <line className="here" x1={here} x2={here} y1="18" y2="76" />
        <text className="here-t" x={here} dx={hereEndsAt === 'end' ? -6 : 6} y="26" textAnchor={hereEndsAt}>
          {asOf ? `As of ${asOf}` : 'Today'}
        </text>
      </svg>
    </div>
  );
}
