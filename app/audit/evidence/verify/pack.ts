import { sha256 } from '@noble/hashes/sha2.js';
import { openCheckpoint, type Checkpoint } from './checkpoint.ts';
import { parseContents, parts, statementOf, type Contents } from './contents.ts';
import { hexOf, joined, textOf } from './encoding.ts';
import { parseConsistency, parseProof, proveEvent, type ProvenEvent } from './event.ts';
import { isPrefix } from './merkle.ts';
import { openNote, parseKey, type Key } from './note.ts';
import { checkSignatures } from './passkey/signatures.ts';
import { need, Refusal } from './refusal.ts';
import type { PackFile } from './zip.ts';

/** A verified pack. */
export interface ProvenPack {
  contents: Contents;
  key: Key;
  checkpoint: Checkpoint;
  events: ProvenEvent[];
  /** SHA-256 in hexadecimal of each file, by its path. */
  hashes: ReadonlyMap<string, string>;
}

const fileName = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*$/;
/** The longest file apart from PDFs and the list of files. */
const longestText = 64 * 1024 * 1024;
const changed = 'is not the file that was packed: its bytes were changed';

/** Reads a pack's files by path and checks each against the signed list. */
class Reader {
  readonly hashes = new Map<string, string>();

  constructor(
    private readonly files: ReadonlyMap<string, PackFile>,
    private readonly sums: ReadonlyMap<string, string>,
  ) {}

  /** A file's bytes, checked. */
  async bytes(path: string): Promise<Uint8Array> {
    const file = need(this.files.get(path), path, 'is missing');
    if (file.size > longestText) throw new Refusal(path, 'is too long');
    const pieces: Uint8Array[] = [];
    await this.hash(file, (piece) => pieces.push(piece));
    return joined(...pieces);
  }

  async text(path: string): Promise<string> {
    return need(textOf(await this.bytes(path)), path, 'is no text');
  }

  /** Checks a file's bytes without keeping them. */
  async check(path: string): Promise<void> {
    await this.hash(need(this.files.get(path), path, 'is missing'));
  }

  private async hash(file: PackFile, take?: (piece: Uint8Array) => void): Promise<void> {
    const running = sha256.create();
    for await (const piece of file.open()) {
      running.update(piece);
      take?.(piece);
    }
    const found = hexOf(running.digest());
    if (found !== this.sums.get(file.path)) throw new Refusal(file.path, changed);
    this.hashes.set(file.path, found);
  }
}

/**
 * Verifies a pack: its list of files is signed, each file is the listed one, each event leads to the signed root, each
 * earlier checkpoint is a prefix of the latest, and each PDF is recorded. Throws a `Refusal` at the first fault.
 */
export async function verifyPack(files: readonly PackFile[]): Promise<ProvenPack> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const sumsBytes = await plainBytes(byPath, parts.sums);
  const sums = readSums(textOf(sumsBytes) ?? '', files);
  const reader = new Reader(byPath, sums);
  const key = need(parseKey((await reader.text(parts.key)).replace(/\n$/, '')), parts.key, 'is no public key');
  const checkpoint = await latestCheckpoint(reader, key);
  const signed = await openNote(textOf(await plainBytes(byPath, parts.signedSums)) ?? '', key);
  if (signed !== statementOf(hexOf(sha256(sumsBytes)), hexOf(checkpoint.root)))
    throw new Refusal(parts.signedSums, `is not the signature of the key over ${parts.sums}`);
  const contents = need(parseContents(await reader.text(parts.contents)), parts.contents, 'is not what a pack has');
  matchCheckpoint(contents, checkpoint);
  await checkEarlier(reader, contents, checkpoint, key);
  const events = await readEvents(reader, [...sums.keys()], checkpoint);
  matchEvents(contents, events, checkpoint);
  matchSubject(contents, events);
  await checkSignatures(events, parts.event);
  for (const path of sums.keys()) if (!reader.hashes.has(path)) await reader.check(path);
  matchFiles(contents, events, reader.hashes);
  matchComparisons(contents, events);
  return { contents, key, checkpoint, events, hashes: reader.hashes };
}

/** A file that the list of files does not name: the list itself and its signature. */
async function plainBytes(files: ReadonlyMap<string, PackFile>, path: string): Promise<Uint8Array> {
  const file = need(files.get(path), path, 'is missing: this is no evidence pack');
  if (file.size > longestText) throw new Refusal(path, 'is too long');
  const pieces: Uint8Array[] = [];
  for await (const piece of file.open()) pieces.push(piece);
  return joined(...pieces);
}

/** The list of files, as `sha256sum` writes it: each file of the pack once, in order, and no other. */
function readSums(text: string, files: readonly PackFile[]): Map<string, string> {
  const sums = new Map<string, string>();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, hash, path] = /^([0-9a-f]{64}) {2}([^ ]+)$/.exec(line) ?? [];
    if (!hash || !path || !fileName.test(path) || sums.has(path))
      throw new Refusal(parts.sums, 'is not a list of files');
    sums.set(path, hash);
  }
  const listed = [...sums.keys(), parts.sums, parts.signedSums];
  const wanted = new Set(listed);
  const there = new Set(files.map(({ path }) => path));
  const lacking = listed.find((path) => !there.has(path));
  if (lacking) throw new Refusal(lacking, 'is missing');
  const foreign = files.find(({ path }) => !wanted.has(path));
  if (foreign) throw new Refusal(foreign.path, 'is not one of the files that were packed');
  if (files.some(({ path }, i) => path !== listed[i]))
    throw new Refusal(parts.sums, 'names the files in another order');
  return sums;
}

async function latestCheckpoint(reader: Reader, key: Key): Promise<Checkpoint> {
  const note = await reader.text(parts.checkpoint);
  return need(await openCheckpoint(note, key), parts.checkpoint, `is not signed by the key ${key.name}`);
}

function matchCheckpoint({ checkpoint, organisation }: Contents, { origin, size, root }: Checkpoint): void {
  const same = checkpoint.origin === origin && checkpoint.size === size && checkpoint.root === hexOf(root);
  if (!same || !origin.endsWith(`/${organisation.uid}`))
    throw new Refusal(parts.contents, 'does not name the checkpoint that is in the pack');
}

/** Each earlier checkpoint is signed, and its log is a prefix of the latest one's. */
async function checkEarlier(reader: Reader, contents: Contents, latest: Checkpoint, key: Key): Promise<void> {
  const sizes = contents.earlierCheckpoints;
  if (new Set(sizes).size < sizes.length) throw new Refusal(parts.contents, 'names an earlier checkpoint twice');
  for (const size of sizes) {
    const [path, proofPath] = [parts.earlier(size), parts.consistency(size)];
    const note = await reader.text(path);
    const earlier = need(await openCheckpoint(note, key), path, `is not signed by the key ${key.name}`);
    const proof = need(parseConsistency(await reader.text(proofPath)), proofPath, 'is no consistency proof');
    const fits = earlier.size === size && proof.older === size && proof.checkpoint === latest.note;
    if (!fits || !isPrefix(earlier, latest, proof.hashes))
      throw new Refusal(proofPath, 'does not show that the earlier log is the beginning of the later one');
  }
}

const eventFile = /^events\/(\d{12,15})\.json$/;

async function readEvents(reader: Reader, paths: readonly string[], checkpoint: Checkpoint): Promise<ProvenEvent[]> {
  const events: ProvenEvent[] = [];
  for (const path of paths) {
    const position = Number(eventFile.exec(path)?.[1] ?? 0);
    if (position === 0) continue;
    const proofPath = parts.proof(position);
    const proof = need(parseProof(await reader.text(proofPath)), proofPath, 'is no proof');
    if (proof.index !== position - 1) throw new Refusal(proofPath, 'is the proof of another place in the ledger');
    if (proof.checkpoint !== checkpoint.note) throw new Refusal(proofPath, 'is for another checkpoint');
    events.push(proveEvent(path, await reader.bytes(path), proof, checkpoint));
  }
  return events;
}

function matchEvents({ events: said, organisation }: Contents, events: readonly ProvenEvent[], { origin }: Checkpoint) {
  const range = { count: events.length, first: events[0]?.position ?? 0, last: events.at(-1)?.position ?? 0 };
  if (range.count !== said.count || range.first !== said.first || range.last !== said.last)
    throw new Refusal(parts.contents, 'does not name the events that are in the pack');
  const foreign = events.find((event) => event.organisation !== organisation.uid);
  if (foreign) throw new Refusal(parts.event(foreign.position), `is not an event of ${origin}`);
}

/** The pack is about the subject that its events are about. Its title is not compared. */
function matchSubject({ subject: { kind, uid }, organisation }: Contents, events: readonly ProvenEvent[]): void {
  const stream = { document: `document-${uid}`, person: `user-${uid}` }[kind as string];
  const fits =
    kind === 'organisation' ? uid === organisation.uid : !stream || events.some((one) => one.stream === stream);
  if (!fits) throw new Refusal(parts.contents, 'names a subject that the events are not about');
}

/** Each PDF is one that an event records, with its size, and so is each that is missing. */
function matchFiles(
  { files, missing }: Contents,
  events: readonly ProvenEvent[],
  hashes: ReadonlyMap<string, string>,
): void {
  const recorded = new Set(events.flatMap(({ sha256s }) => sha256s));
  const absent = new Set(missing.map(({ sha256 }) => sha256));
  if (absent.size < missing.length || missing.some(({ sha256 }) => !recorded.has(sha256)))
    throw new Refusal(parts.contents, 'names a file as missing that no event of the pack records, or one twice');
  const sizes = new Map(events.flatMap((event) => event.files.map((file) => [file.sha256, file.size])));
  for (const { path, size, sha256: said } of files) {
    if (hashes.get(path) !== said) throw new Refusal(path, `is not the file that ${parts.contents} names`);
    if (!recorded.has(said)) throw new Refusal(path, 'is recorded by no event of the pack');
    // A signature names its PDF by the fingerprint alone: the event with its size may be outside of the pack.
    if ((sizes.get(said) ?? size) !== size)
      throw new Refusal(parts.contents, `names another size of ${path} than the events record`);
  }
  const named = new Set(files.map(({ path }) => path));
  const unnamed = [...hashes.keys()].find((path) => path.startsWith('files/') && !named.has(path));
  if (unnamed) throw new Refusal(unnamed, `is not named by ${parts.contents}`);
}

/** Each comparison that a signature names is in the pack, or named as missing. */
function matchComparisons({ files, missing }: Contents, events: readonly ProvenEvent[]): void {
  const named = new Set([...files, ...missing].map(({ sha256 }) => sha256));
  const lacking = events.find(({ signature }) => signature?.comparison && !named.has(signature.comparison));
  if (lacking)
    throw new Refusal(parts.event(lacking.position), 'names a comparison of versions that is not in the pack');
}

/** Whether the events of each stream are there from its first one without a gap, up to the last that the pack holds. */
export function gapless(events: readonly ProvenEvent[], stream: string): boolean {
  const own = events.filter((event) => event.stream === stream);
  return own.length > 0 && own.every(({ version }, i) => version === i + 1);
}

/**
 * Whether the events follow each other in the ledger without a gap. Those about the passkeys of signers, which may
 * stand in front of them, do not count.
 */
export function contiguous(events: readonly ProvenEvent[]): boolean {
  const first = events.findIndex(({ type }) => !type.startsWith('Authenticator'));
  return events.every(({ position }, i) => i <= first || position === events[i - 1]!.position + 1);
}
