const gridUnits = 20;

type Point = readonly [number, number];
type Strand = {
  radius: number;
  amplitude: number;
  waves: number;
  depth: number;
  lobes: number;
  turn: number;
  phase: number;
};

/**
 * One closed strand, r(t) = radius + a(t) cos(waves t + phase), as a quadratic B-spline with four control points a
 * wave. Rounding errors are fed back, so that the control points that `t` reflects stay exact.
 */
function drawStrand({ radius, amplitude, waves, depth, lobes, turn, phase }: Strand): string {
  const count = waves * 4;
  const control = Array.from({ length: count }, (_, i): Point => {
    const t = (i / count) * 2 * Math.PI;
    const a = amplitude * 1.25 * (1 - depth * (0.5 - 0.5 * Math.cos(lobes * t + turn)));
    const r = radius + a * Math.cos(waves * t + phase);
    return [gridUnits * (100 + r * Math.cos(t)), gridUnits * (100 + r * Math.sin(t))];
  });
  const at = (i: number): Point => control[i] ?? [0, 0];
  const middle = (p: Point, q: Point): Point => [Math.round((p[0] + q[0]) / 2), Math.round((p[1] + q[1]) / 2)];
  let current: Point = [Math.round(at(0)[0]), Math.round(at(0)[1])];
  const start = middle(current, at(count - 1));
  let point = start;
  let path = `M${start[0]} ${start[1]}`;
  for (let i = 0; i < count; i++) {
    const end = i === count - 1 ? start : middle(current, at(i + 1));
    const [x, y] = [end[0] - point[0], end[1] - point[1]];
    path +=
      i === 0 ? `q${current[0] - point[0]} ${current[1] - point[1]} ${x} ${y}` : `${i === 1 ? 't' : ' '}${x} ${y}`;
    current = [2 * end[0] - current[0], 2 * end[1] - current[1]];
    point = end;
  }
  return path.replace(/ -/g, '-');
}

/**
 * Draws the rosette of a file: three bands of guilloche from the bytes of its SHA-256, so that one changed bit gives
 * another drawing. `dense` multiplies the strands, `swell` the amplitude. Answers a path on a 4000 x 4000 grid for a
 * 200 x 200 view box (scale 0.05). Throws RangeError where the digest is not 64 hexadecimal digits.
 */
export function drawRosette(sha256: string, { dense = 1, swell = 1 } = {}): string {
  if (!/^[0-9a-f]{64}$/i.test(sha256)) throw new RangeError('A rosette is drawn from 64 hexadecimal digits');
  const byte = (i: number) => Number.parseInt(sha256.slice(i * 2, i * 2 + 2), 16);
  const bands: (Omit<Strand, 'phase'> & { strands: number })[] = [
    {
      radius: 78,
      amplitude: 8 + (byte(3) % 4),
      waves: 14 + (byte(0) % 21),
      depth: 0.15 + byte(4) / 420,
      lobes: 2 + (byte(5) % 7),
      turn: byte(6) / 40,
      strands: 4,
    },
    {
      radius: 55,
      amplitude: 10 + (byte(7) % 6),
      waves: 8 + (byte(1) % 13),
      depth: 0.15 + byte(8) / 420,
      lobes: 2 + (byte(9) % 6),
      turn: byte(10) / 40,
      strands: 5,
    },
    {
      radius: 34,
      amplitude: 5 + (byte(11) % 5),
      waves: 5 + (byte(2) % 9),
      depth: 0.1 + byte(12) / 500,
      lobes: 1 + (byte(13) % 5),
      turn: byte(14) / 40,
      strands: 4,
    },
  ];
  return bands
    .flatMap(({ strands, ...band }) =>
      Array.from({ length: strands * dense }, (_, j) =>
        drawStrand({ ...band, amplitude: band.amplitude * swell, phase: (2 * Math.PI * j) / (strands * dense) }),
      ),
    )
    .join('');
}

/** A digest as people compare it: groups of eight hexadecimal digits, in lower case. */
export function groupHex(hex: string): string {
  return hex.toLowerCase().replace(/(.{8})(?=.)/g, '$1 ');
}
