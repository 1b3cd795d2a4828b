/** Where something of a PDF's syntax is written (ISO 32000-1, 7.2): one class for each kind of token. */
const classes: Record<string, RegExp> = {
  header: /%PDF-\d\.\d/g,
  beginning: /\bobj\b/g,
  ending: /\bendobj\b/g,
  stream: /(?<!end)stream\r?\n/g,
  endstream: /endstream/g,
  table: /(?<!start)xref/g,
  entry: /\d{10} \d{5} [nf]/g,
  trailer: /trailer/g,
  start: /startxref/g,
  end: /%%EOF/g,
  open: /<</g,
  close: />>/g,
  comment: /%[^\n%]*\n/g,
  keyword: /\b(?:true|false|null)\b/g,
  content: /\b(?:BT|ET|Tf|Tj|TJ|Td|Tm|cm|re|rg|gs|Do|BMC|EMC)\b/g,
  openArray: /\[/g,
  closeArray: /\]/g,
  name: /\/[A-Za-z]\w*/g,
  number: /(?<=[\s[])-?\d+(?:\.\d+)?(?=[\s\]/])/g,
  reference: /\d+ \d+ R\b/g,
  string: /\([^()\n]*\)/g,
  hex: /<[0-9A-Fa-f]{2,}>/g,
  key: /\/(?:Type|Pages|Kids|Count|Contents|Resources|MediaBox|Root|Size|Prev|Length|Parent|Filter|W|Index|First|N)\b/g,
};

export interface Mutation {
  /** For messages: what was done, and where. */
  name: string;
  bytes: Buffer;
}

/** A random number below `most`, from a seed (mulberry32). */
function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

const changes: Record<string, (token: string) => string> = {
  drop: () => '',
  garble: (token) => token.replace(/./, (first) => (/\d/.test(first) ? String((Number(first) + 3) % 10) : 'z')),
  double: (token) => `${token} ${token}`,
  blank: (token) => ' '.repeat(token.length),
  cut: (token) => token.slice(0, Math.floor(token.length / 2)),
};

/**
 * Changes of one token each in these PDFs: every class of token and every change comes in turn, at a place of chance.
 */
export function* mutationsOf(originals: Record<string, Buffer>, count: number, seed: number): Generator<Mutation> {
  const random = randomFrom(seed);
  const files = Object.entries(originals);
  const kinds = Object.entries(classes);
  const ways = Object.entries(changes);
  for (let n = 0, made = 0; made < count; n++) {
    const [file, bytes] = files[random(files.length)]!;
    const [kind, pattern] = kinds[n % kinds.length]!;
    const [way, change] = ways[random(ways.length)]!;
    const text = bytes.toString('latin1');
    const places = [...text.matchAll(pattern)];
    const place = places[random(Math.max(places.length, 1))];
    if (!place) continue;
    const [token] = place;
    const changed = text.slice(0, place.index) + change(token) + text.slice(place.index + token.length);
    made++;
    yield { name: `${made}: ${way} ${kind} at ${place.index} of ${file}`, bytes: Buffer.from(changed, 'latin1') };
  }
}
