type RosetteProps = {
  /** SHA-256 of the signed file, 64 hexadecimal digits. */
  sha256: string;
  /** The text in the middle, as a rule the version. */
  centre?: string;
  size?: 'small';
  drawing?: RosetteDrawing;
};

/** The rosette of a file. Decoration: the fingerprint stands beside it. Its lines are a file that browsers cache. */
export function Rosette({ sha256, centre, size, drawing = 'fine' }: RosetteProps) {
  return (
    <svg className={size ? `rosette ${size}` : 'rosette'} viewBox="0 0 200 200" aria-hidden="true" focusable="false">
      <g className="rosette-lines">
        <circle cx="100" cy="100" r="99" />
        <circle cx="100" cy="100" r="95.5" />
        {centre && <circle cx="100" cy="100" r="22" />}
        <use href={`${rosetteAddress(sha256, drawing)}#lines`} />
      </g>
      {centre && (
        <text className="rosette-centre" x="100" y="100" textAnchor="middle" dominantBaseline="central">
          {centre}
        </text>
      )}
    </svg>
  );
}

/** The place of the rosette before anyone has signed. */
export function BlankRosette({ size }: { size?: 'small' }) {
  return (
    <svg
      className={size ? 'rosette blank small' : 'rosette blank'}
      viewBox="0 0 200 200"
      aria-hidden="true"
      focusable="false"
    >
      <g className="rosette-lines">
        <circle cx="100" cy="100" r="98" strokeDasharray="5 5" />
        <circle cx="100" cy="100" r="22" strokeDasharray="4 4" />
      </g>
    </svg>
  );
}

/** `dense`: the large one at sign-in. */
type RosetteDrawing = 'fine' | 'dense';

/** The file with a rosette's lines (`#lines`). `sha256`: 64 hexadecimal digits. */
export const rosetteAddress = (sha256: string, drawing: RosetteDrawing) => `/rosettes/${sha256}/${drawing}.svg`;
