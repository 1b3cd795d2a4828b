import { sha256 } from '@noble/hashes/sha2.js';
import { isBundle, verifyBundle, type ProvenBundle } from './bundle.ts';
import { openCheckpoint, type Checkpoint } from './checkpoint.ts';
import { hexOf, textOf } from './encoding.ts';
import { parseProof, proveEvent, type ProvenEvent } from './event.ts';
import { fingerprintOf, isSameKey, signersOf, underName, type Key } from './note.ts';
import { contiguous, gapless, verifyPack, type ProvenPack } from './pack.ts';
import { sealsOf, type Seal } from './pdf-seal.ts';
import { isRefusal, Refusal } from './refusal.ts';
import {
  aboutCertificate,
  sealedFiles,
  sealFacts,
  sealInWords,
  sealsNotProven,
  sealsProven,
  type SealedFile,
} from './seal-words.ts';
import { refused, type KeyVerdict, type ShownSignature, type Verdict } from './verdict.ts';
import { openZip, type Bytes, type PackFile } from './zip.ts';

/** A file that somebody brought. */
export interface Given {
  name: string;
  bytes: Bytes;
}

/** The keys that the reader trusts; empty where there is nothing to compare with. */
export type Trusted = readonly Key[];

const longestText = 64 * 1024 * 1024;

/** What one file turned out to be, and what can be told of it with the others beside it. */
type Found =
  | { kind: 'pack'; file: string; pack: ProvenPack; sealed: SealedFile[] }
  | { kind: 'bundle'; file: string; bundle: ProvenBundle }
  | { kind: 'proof'; file: string; text: string }
  | { kind: 'event'; file: string; bytes: Uint8Array }
  | { kind: 'pdf'; file: string; sha256: string; size: number; seals: Seal[] }
  | { kind: 'refused'; file: string; at: string; reason: string };

/** Checks whatever was brought together: evidence packs, audit bundles, proofs with their events, PDFs. One verdict a file, in the order given. */
export async function verifyFiles(given: readonly Given[], trusted: Trusted): Promise<Verdict[]> {
  const found: Found[] = [];
  for (const file of given) found.push(await look(file));
  const signed = signaturesOf(found);
  const verdicts: Verdict[] = [];
  for (const one of found) verdicts.push(await tell(one, found, signed, trusted));
  return verdicts;
}

/** A pack whose files lie unpacked in a folder. */
export async function judgeFolder(name: string, files: readonly PackFile[], trusted: Trusted): Promise<Verdict> {
  const found = await held(name, () => lookAtPack(name, files));
  return tell(found, [found], signaturesOf([found]), trusted);
}

async function held(file: string, work: () => Promise<Found>): Promise<Found> {
  try {
    return await work();
  } catch (thrown) {
    if (isRefusal(thrown)) return { kind: 'refused', file, at: thrown.file, reason: thrown.reason };
    throw thrown;
  }
}

function look({ name, bytes }: Given): Promise<Found> {
  return held(name, async () => {
    if (bytes.size === 0) throw new Refusal(name, 'is empty: it may have been cut off on its way');
    const head = textOf((await bytes.read(0, Math.min(4, bytes.size))).subarray(0, 4)) ?? '';
    if (head.startsWith('PK')) return lookAtPack(name, await openZip(bytes));
    if (head === '%PDF')
      return { kind: 'pdf', file: name, sha256: await digest(bytes), size: bytes.size, seals: await sealsOf(bytes) };
    if (bytes.size > longestText) throw new Refusal(name, unknown);
    const whole = await bytes.read(0, bytes.size);
    const text = textOf(whole);
    if (text === null) throw new Refusal(name, unknown);
    if (isBundle(text)) return { kind: 'bundle', file: name, bundle: await verifyBundle(name, text) };
    if (text.startsWith('c2sp.org/tlog-proof@')) return { kind: 'proof', file: name, text };
    if (text.startsWith('{')) return { kind: 'event', file: name, bytes: whole };
    throw new Refusal(name, unknown);
  });
}

async function lookAtPack(file: string, files: readonly PackFile[]): Promise<Found> {
  const pack = await verifyPack(files);
  return { kind: 'pack', file, pack, sealed: await sealedFiles(pack, files) };
}

const unknown = 'is neither an evidence pack, nor a proof, nor a signed PDF';

async function digest(bytes: Bytes): Promise<string> {
  const running = sha256.create();
  const piece = 1024 * 1024;
  for (let at = 0; at < bytes.size; at += piece) running.update(await bytes.read(at, Math.min(at + piece, bytes.size)));
  return hexOf(running.digest());
}

/** The events that packs and bundles prove, to look for a PDF that was brought along. */
const signaturesOf = (found: readonly Found[]): ProvenEvent[] =>
  found.flatMap((one) => (one.kind === 'pack' ? one.pack.events : one.kind === 'bundle' ? one.bundle.events : []));

async function tell(one: Found, all: readonly Found[], events: readonly ProvenEvent[], trusted: Trusted) {
  switch (one.kind) {
    case 'refused':
      return refused(one.file, one.at, one.reason);
    case 'pack':
      return tellPack(one, all, trusted);
    case 'bundle':
      return tellBundle(one.file, one.bundle, all, trusted);
    case 'proof':
      return tellProof(one.file, one.text, all, trusted);
    case 'event':
      return tellEvent(one, all, trusted);
    case 'pdf':
      return tellPdf(one, events);
  }
}

const keyVerdict = (key: Key, trusted: Trusted): KeyVerdict => ({
  name: key.name,
  vkey: key.vkey,
  fingerprint: fingerprintOf(key),
  trusted: trusted.length === 0 ? null : trusted.some((one) => isSameKey(one, key)),
});

const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`;

const aboutTime =
  'Times are those of the organisation’s own server, fixed when each event was recorded. No third party has confirmed them.';
const aboutKey =
  'That the key is the organisation’s is for you to check: compare its fingerprint with the one they sent you through a separate channel.';

const logFacts = ({ size, root }: Checkpoint): Verdict['facts'] => [
  { name: 'The log', value: count(size, 'event'), kind: 'text' },
  { name: 'Root', value: hexOf(root), kind: 'hash' },
];

const timeFacts = (events: readonly ProvenEvent[]): Verdict['facts'] => [
  { name: 'First event', value: events[0]?.recordedAt ?? '', kind: 'moment' },
  { name: 'Last event', value: events.at(-1)?.recordedAt ?? '', kind: 'moment' },
];

function tellPack({ file, pack, sealed }: Found & { kind: 'pack' }, all: readonly Found[], trusted: Trusted): Verdict {
  const { contents, checkpoint, events, hashes } = pack;
  const { subject, organisation, earlierCheckpoints, files, missing } = contents;
  const names = new Map(files.map((packed) => [packed.sha256, packed.path]));
  const whole = subject.kind === 'organisation' && contiguous(events);
  const unbroken = subject.kind === 'document' && gapless(events, `document-${subject.uid}`);
  return {
    file,
    outcome: 'holds',
    heading: `All of this evidence pack holds: ${subject.title}`,
    proven: [
      `Each of its ${count(hashes.size, 'file')} is byte for byte the one that was packed and signed.`,
      `${count(events.length, 'event')} stand in the log of ${organisation.name}, each at its own place and with exactly these bytes.`,
      ...(whole ? ['No event between the first and the last of them was left out.'] : []),
      ...(unbroken ? ['The document’s own events are there from the first one on, without a gap.'] : []),
      ...(files.length > 0 ? [`${count(files.length, 'PDF is', 'PDFs are')} exactly what the events recorded.`] : []),
      ...sealsProven(sealed),
      ...(earlierCheckpoints.length > 0
        ? [
            `The log as it was at ${count(earlierCheckpoints.length, 'earlier checkpoint')} is the beginning of this one: nothing before was rewritten.`,
          ]
        : []),
    ],
    notProven: [
      aboutKey,
      aboutTime,
      ...sealsNotProven(sealed),
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
    signatures: shown(events, (hash) => names.get(hash) ?? nameOfPdf(all, hash)),
  };
}

function tellBundle(file: string, bundle: ProvenBundle, all: readonly Found[], trusted: Trusted): Verdict {
  const { events, checkpoint, title, organisation } = bundle;
  return {
    file,
    outcome: 'holds',
    heading: 'This proof holds',
    proven: [
      `${count(events.length, 'event stands', 'events stand')} in the log, each at its own place and with exactly these bytes.`,
    ],
    notProven: [
      aboutKey,
      aboutTime,
      `That these are events of ${title || 'a document'} of ${organisation || 'an organisation'} is said beside them and not signed; what each event says is.`,
      'That nothing else ever happened: the proof is of what it holds, not of what it leaves out.',
    ],
    facts: [...timeFacts(events), ...logFacts(checkpoint)],
    key: keyVerdict(bundle.key, trusted),
    signatures: shown(events, (hash) => nameOfPdf(all, hash)),
  };
}

const shown = (events: readonly ProvenEvent[], fileOf: (sha256: string) => string | null): ShownSignature[] =>
  events.flatMap(({ signature }) => (signature ? [{ ...signature, file: fileOf(signature.sha256) }] : []));

const nameOfPdf = (all: readonly Found[], sha256: string): string | null =>
  all.find((one) => one.kind === 'pdf' && one.sha256 === sha256)?.file ?? null;

/** A tlog-proof names a place in the log; what stands there is the event that was brought with it. */
async function tellProof(file: string, text: string, all: readonly Found[], trusted: Trusted): Promise<Verdict> {
  const proof = parseProof(text);
  if (!proof) return refused(file, file, 'is not written as a tlog-proof is');
  const [name = ''] = signersOf(proof.checkpoint);
  const key = await signerOf(proof.checkpoint, name, all, trusted);
  if (!key) return unknownSigner(file, name);
  const checkpoint = (await openCheckpoint(proof.checkpoint, key))!;
  const candidates = all.flatMap((one) => (one.kind === 'event' ? [one] : []));
  for (const candidate of candidates) {
    try {
      const event = proveEvent(candidate.file, candidate.bytes, proof, checkpoint);
      return provenByProof(file, candidate.file, event, checkpoint, keyVerdict(key, trusted));
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
    }
  }
  const [other] = candidates;
  if (other) return refused(file, other.file, `is not the event at place No. ${proof.index + 1} of the log`);
  return {
    ...unknownSigner(file, name),
    heading: 'This proof needs its event',
    proven: [`The checkpoint in it is signed by the key ${key.name}.`],
    notProven: [
      `Bring the event’s own file along with it. The proof is of the exact bytes at place No. ${proof.index + 1} of the log, and does not hold them.`,
    ],
    facts: logFacts(checkpoint),
    key: keyVerdict(key, trusted),
  };
}

/** The key that signed a checkpoint, among those that are trusted and those of packs and bundles that were brought along. */
async function signerOf(note: string, name: string, all: readonly Found[], trusted: Trusted): Promise<Key | null> {
  const brought = all.flatMap((one) =>
    one.kind === 'pack' ? [one.pack.key] : one.kind === 'bundle' ? [one.bundle.key] : [],
  );
  for (const known of [...trusted, ...brought]) {
    const key = underName(known, name);
    if (await openCheckpoint(note, key)) return key;
  }
  return null;
}

const unknownSigner = (file: string, name: string): Verdict => ({
  file,
  outcome: 'unproven',
  heading: 'Nothing is proven: the key is not known here',
  proven: [],
  notProven: [
    `The checkpoint says that ${name || 'nobody'} signed it, and no key that is known here did. A proof does not hold the key: check it where the organisation’s key is known, or bring an evidence pack along.`,
  ],
  facts: [],
  key: null,
  signatures: [],
});

const provenByProof = (
  file: string,
  eventFile: string,
  event: ProvenEvent,
  checkpoint: Checkpoint,
  key: KeyVerdict,
): Verdict => ({
  file,
  outcome: 'holds',
  heading: 'This proof holds',
  proven: [`${eventFile} stands at place No. ${event.position} of the log, with exactly these bytes.`],
  notProven: [aboutKey, aboutTime],
  facts: [...timeFacts([event]), ...logFacts(checkpoint)],
  key,
  signatures: shown([event], () => null),
});

/** An event is proven by a proof that was brought with it, where that holds. */
async function tellEvent(one: Found & { kind: 'event' }, all: readonly Found[], trusted: Trusted): Promise<Verdict> {
  const proofs = all.flatMap((other) => (other.kind === 'proof' ? [other] : []));
  for (const { file, text } of proofs) {
    const verdict = await tellProof(file, text, [one, ...all.filter(({ kind }) => kind !== 'event')], trusted);
    if (verdict.outcome === 'holds') return { ...verdict, file: one.file, heading: `This event is proven by ${file}` };
  }
  const lacking = 'Bring its proof along (the file with the same number that ends in .tlog-proof).';
  return {
    ...unknownSigner(one.file, ''),
    heading: 'An event by itself proves nothing',
    notProven: [proofs.length === 0 ? lacking : 'No proof that you brought along proves it: see what is said of each.'],
  };
}

function tellPdf(
  { file, sha256: hash, size, seals }: Found & { kind: 'pdf' },
  events: readonly ProvenEvent[],
): Verdict {
  const broken = seals.find(({ outcome }) => outcome === 'broken');
  if (broken) return refused(file, file, broken.reason);
  const recorded = events.filter(({ sha256s }) => sha256s.includes(hash));
  const holding = seals.filter(({ outcome }) => outcome === 'holds');
  // What was added behind the last seal is under none.
  const whole = holding.some(({ covers }) => covers === size);
  const logged = recorded.length > 0;
  return {
    file,
    outcome: logged || whole ? 'holds' : 'unproven',
    heading: logged
      ? 'This is the PDF that the log records'
      : whole
        ? 'The seal of this PDF holds'
        : 'This PDF by itself proves nothing here',
    proven: [
      ...(logged
        ? [
            `${count(recorded.length, 'event')} of what you brought along ${recorded.length === 1 ? 'records' : 'record'} exactly this file.`,
          ]
        : []),
      ...holding.map((seal) => sealInWords(seal, size)),
    ],
    notProven: [
      ...(holding.length > 0 ? [aboutCertificate] : []),
      ...(holding.length > 0 && !whole && !logged
        ? ['What was added behind the last seal: nobody vouches for it.']
        : []),
      ...seals.flatMap(({ outcome, reason }) => (outcome === 'unknown' ? [`One of its seals: it ${reason}.`] : [])),
      ...(logged
        ? []
        : [
            `${seals.length > 0 ? 'That the log records it' : 'It bears no seal'}: bring the evidence pack or the audit bundle along that records it, and its fingerprint is looked for in the events. This page keeps nothing and looks nothing up.`,
          ]),
    ],
    facts: [{ name: 'Fingerprint', value: hash, kind: 'hash' }, ...holding.flatMap(sealFacts)],
    key: null,
    signatures: shown(recorded, () => file),
  };
}
