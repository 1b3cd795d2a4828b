import { drawSeal } from './seal.ts';

type SealProps = {
  /** SHA-256 of the signed file, 64 hexadecimal digits. */
  sha256: string;
  /** What stands in the middle, as a rule the version. */
  centre?: string;
  size?: 'small';
  /** Text around the rim, for the manifestation page. */
  rim?: string;
  dense?: number;
  swell?: number;
};

/** The seal of a file. Decoration: the fingerprint stands beside it in words. */
export function Seal({ sha256, centre, size, rim, dense, swell }: SealProps) {
  const { path, rimId } = drawSeal(sha256, { dense, swell });
  return (
    <svg className={size ? `seal ${size}` : 'seal'} viewBox="0 0 200 200" aria-hidden="true" focusable="false">
      <g className="seal-lines">
        <circle cx="100" cy="100" r="99" />
        <circle cx="100" cy="100" r={rim ? 90 : 95.5} />
        {centre && <circle cx="100" cy="100" r="22" />}
        <path transform="scale(.05)" d={path} />
      </g>
      {rim && (
        <>
          <path id={rimId} d="M100 7.4A92.6 92.6 0 1 1 99.9 7.4" fill="none" />
          <text className="seal-rim">
            <textPath href={`#${rimId}`} textLength="574">
              {rim}
            </textPath>
          </text>
        </>
      )}
      {centre && (
        <text className="seal-centre" x="100" y="100" textAnchor="middle" dominantBaseline="central">
          {centre}
        </text>
      )}
    </svg>
  );
}

/** The place where the seal will be, before anyone has signed. */
export function BlankSeal({ size }: { size?: 'small' }) {
  return (
    <svg
      className={size ? 'seal blank small' : 'seal blank'}
      viewBox="0 0 200 200"
      aria-hidden="true"
      focusable="false"
    >
      <g className="seal-lines">
        <circle cx="100" cy="100" r="98" strokeDasharray="5 5" />
        <circle cx="100" cy="100" r="22" strokeDasharray="4 4" />
      </g>
    </svg>
  );
}
