import {
  aboutKey,
  aboutReadable,
  aboutTime,
  count,
  keyVerdict,
  logFacts,
  provenByPasskeys,
  shownSignatures,
  timeFacts,
  unprovenByPasskeys,
  type Found,
  type FoundOf,
  type Known,
  type Trusted,
} from './found.ts';
import { parts } from './contents.ts';
import { contiguous, gapless, type ProvenPack } from './pack.ts';
import { isSealed, provenByPdfSignatures, unprovenByPdfSignatures } from './pdf-verdict.ts';
import type { Verdict } from './verdict.ts';

/** The files to read first, by the fingerprints that the signed list has of them. */
function aboutSigned(hashes: ProvenPack['hashes']): string {
  const named = [parts.index, parts.indexPdf].filter((path) => hashes.has(path));
  return (
    'The list of their fingerprints (SHA256SUMS) is signed by the key. It has ' +
    `${named.map((path) => `${hashes.get(path)} of ${path}`).join(' and ')}.`
  );
}

const aboutWhole = (events: ProvenPack['events']): string =>
  'No event between the first and the last of them was left out' +
  (events.length <= events.at(-1)!.position - events[0]!.position
    ? '; those in front of them are about the passkeys of signers.'
    : '.');

/** What the comparisons in the pack prove. */
function provenByComparisons(events: ProvenPack['events'], names: ReadonlyMap<string, string>): string[] {
  const naming = events.filter(({ signature }) => signature?.comparison && names.has(signature.comparison)).length;
  if (naming === 0) return [];
  return [
    `${count(naming, 'signature names', 'signatures name')} what the signer was shown as changed since an earlier ` +
      'version: these comparisons are in the pack, byte for byte.',
  ];
}

/** The verdict on an evidence pack. */
export function packVerdict(
  { file, pack, signed }: FoundOf<'pack'>,
  all: readonly Found[],
  { trusted, known }: { trusted: Trusted; known: Known },
): Verdict {
  const { contents, checkpoint, events, hashes } = pack;
  const { subject, organisation, earlierCheckpoints, files, missing } = contents;
  const names = new Map(files.map((packed) => [packed.sha256, packed.path]));
  const pdfs = files.filter(({ path }) => path.endsWith('.pdf')).length;
  const whole = subject.kind === 'organisation' && events.length > 0 && contiguous(events);
  const unbroken = subject.kind === 'document' && gapless(events, `document-${subject.uid}`);
  return {
    file,
    outcome: 'holds',
    heading: `All of this evidence pack holds: ${subject.title}`,
    proven: [
      `Each of its ${count(hashes.size, 'file')} is byte for byte the one that was packed and signed.`,
      aboutSigned(hashes),
      `${count(events.length, 'event')} stand in the ledger of ${organisation.name}, ` +
        'each at its own place and with exactly these bytes.',
      ...(whole ? [aboutWhole(events)] : []),
      ...(unbroken ? ['The document’s own events are there from the first one on, without a gap.'] : []),
      ...(pdfs > 0 ? [`${count(pdfs, 'PDF is', 'PDFs are')} exactly what the events recorded.`] : []),
      ...provenByComparisons(events, names),
      ...provenByPasskeys(events),
      ...provenByPdfSignatures(signed, known),
      ...(earlierCheckpoints.length > 0
        ? [
            `The ledger as it was at ${count(earlierCheckpoints.length, 'earlier checkpoint')} is the beginning ` +
              'of this one: nothing before was rewritten.',
          ]
        : []),
    ],
    notProven: [
      aboutKey,
      aboutTime(events),
      aboutReadable,
      ...unprovenByPasskeys(events),
      ...unprovenByPdfSignatures(signed, known),
      ...(whole
        ? []
        : ['That nothing else ever happened to it: the pack proves what it holds, not what it leaves out.']),
      ...missing.map(({ name }) => `${name} is not in the pack: the storage did not have it as it was recorded.`),
    ],
    facts: [
      { name: 'Organisation', value: organisation.name, kind: 'text' },
      ...timeFacts(events),
      ...logFacts(checkpoint),
    ],
    key: keyVerdict(pack.key, trusted),
    sealed: isSealed(
      signed.find(({ path }) => path === parts.indexPdf),
      known,
    ),
    signatures: shownSignatures(events, (hash) => names.get(hash) ?? nameOfPdf(all, hash)),
  };
}

/** The verdict on an audit bundle. */
export function bundleVerdict({ file, bundle }: FoundOf<'bundle'>, all: readonly Found[], trusted: Trusted): Verdict {
  const { events, checkpoint, title, organisation } = bundle;
  return {
    file,
    outcome: 'holds',
    heading: 'This proof holds',
    proven: [
      `${count(events.length, 'event stands', 'events stand')} in the ledger, ` +
        'each at its own place and with exactly these bytes.',
      ...provenByPasskeys(events),
    ],
    notProven: [
      aboutKey,
      aboutTime(events),
      `That these are events of ${title || 'a document'} of ${organisation || 'an organisation'} is not signed; ` +
        'the content of each event is.',
      'That nothing else ever happened: the proof is of what it holds, not of what it leaves out.',
      ...unprovenByPasskeys(events),
    ],
    facts: [...timeFacts(events), ...logFacts(checkpoint)],
    key: keyVerdict(bundle.key, trusted),
    sealed: null,
    signatures: shownSignatures(events, (hash) => nameOfPdf(all, hash)),
  };
}

const nameOfPdf = (all: readonly Found[], sha256: string): string | null =>
  all.find((one) => one.kind === 'pdf' && one.sha256 === sha256)?.file ?? null;
