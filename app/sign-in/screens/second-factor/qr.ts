import { generateURI } from 'otplib';
import { encode } from 'uqr';

/** What an authenticator app needs of a new secret. */
export interface AppSetUp {
  /** The secret in groups of four letters. */
  text: string;
  /** Modules a side, with the quiet zone. */
  size: number;
  /** The dark modules as the path of an SVG, one unit each. */
  path: string;
}

/** Modules of quiet zone around the code (ISO/IEC 18004). */
const border = 4;

/** Where dark modules begin in a row, and how many follow. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1);
    if (dark && last && last[0] + last[1] === x) last[1] += 1;
    else if (dark) runs.push([x, 1]);
  }
  return runs;
}

/** Draws the QR code of a secret (base32) for an app that shows it as `organisation: email`. */
export function drawAppSetUp(
  secret: string,
  { organisation, email }: { organisation: string; email: string },
): AppSetUp {
  const issuer = `Imprimatur ${organisation.replaceAll(':', ' ')}`;
  const { data } = encode(generateURI({ issuer, label: email, secret }), { ecc: 'M', border });
  const path = data.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join('');
  return { text: secret.replace(/(.{4})(?=.)/g, '$1 '), size: data.length, path };
}
