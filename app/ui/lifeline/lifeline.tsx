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

/** Grows with the letters, which are 13 px high where nobody asked for larger ones. */
const em = (px: number): string => `${px / 13}em`;

/** The versions of a document along time. */
export function Lifeline({ spans, now, description, asOf }: LifelineProps) {
  const { bars, labels, ticks, here, hereEndsAt } = drawLife(spans, now, asOf !== undefined);
  return (
    <div className="lifeline">
      <svg role="img" aria-label={description}>
        {asOf && (
          <>
            <rect className="unknown" x={here} width={`${100 - Number.parseFloat(here)}%`} y="0" height={em(76)} />
            <text className="quiet" x="99%" y={em(50.5)} textAnchor="end">
              Not shown
            </text>
          </>
        )}
        <line className="axis" x1="0" x2="100%" y1={em(76)} y2={em(76)} />
        {ticks.map(({ x, label }) => (
          <Fragment key={label}>
            <line className="axis" x1={x} x2={x} y1={em(72)} y2={em(80)} />
            <text className="tick" x={x} y={em(94)}>
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
            y={em(aside ? 62 : 34)}
            height={em(aside ? 8 : 24)}
          />
        ))}
        {labels.map(({ x, version, on }) => (
          <text key={version} className={on === 'now' ? 't on-now' : 't'} x={x} dx={em(8)} y={em(50.5)}>
            {version}
          </text>
        ))}
        <line className="here" x1={here} x2={here} y1={em(18)} y2={em(76)} />
        <text className="here-t" x={here} dx={em(hereEndsAt === 'end' ? -6 : 6)} y={em(26)} textAnchor={hereEndsAt}>
          {asOf ? `As of ${asOf}` : 'Today'}
        </text>
      </svg>
    </div>
  );
}
