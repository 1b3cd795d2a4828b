import { sha256 } from '@noble/hashes/sha2.js';
import { isBundle, verifyBundle } from './bundle.ts';
import { hexOf, textOf } from './encoding.ts';
import type { ProvenEvent } from './event.ts';
import { keyVerdict, type Found, type Known, type Trusted } from './found.ts';
import { verifyPack } from './pack.ts';
import { bundleVerdict, packVerdict } from './pack-verdict.ts';
import { readPdfSignatures } from './pdf-signatures.ts';
import { pdfVerdict, signedFiles } from './pdf-verdict.ts';
import { eventVerdict, proofVerdict } from './proof-verdict.ts';
import { isRefusal, Refusal } from './refusal.ts';
import { refused, type Verdict } from './verdict.ts';
import { openZip, type Bytes, type PackFile } from './zip.ts';

/** A file to verify. */
export interface Given {
  name: string;
  bytes: Bytes;
}

const longestText = 64 * 1024 * 1024;
const unknown = 'is neither an evidence pack, nor a proof, nor a signed PDF';

/**
 * Verifies evidence packs, audit bundles, proofs with their events, and PDFs together.
 * Returns one verdict a file, in the order given.
 */
export async function verifyFiles(given: readonly Given[], trusted: Trusted, known: Known = null): Promise<Verdict[]> {
  const found: Found[] = [];
  for (const file of given) found.push(await read(file));
  const verdicts: Verdict[] = [];
  for (const one of found) verdicts.push(await verdictOf(one, found, trusted, known));
  return verdicts;
}

/** Verifies a pack whose files lie unpacked in a folder. */
export async function verifyFolder(
  name: string,
  list: () => Promise<readonly PackFile[]>,
  trusted: Trusted,
  known: Known = null,
): Promise<Verdict> {
  const found = await orRefused(name, async () => readPack(name, await list()));
  return verdictOf(found, [found], trusted, known);
}

async function orRefused(file: string, work: () => Promise<Found>): Promise<Found> {
  try {
    return await work();
  } catch (thrown) {
    if (isRefusal(thrown)) return { kind: 'refused', file, at: thrown.file, reason: thrown.reason };
    throw thrown;
  }
}

function read({ name, bytes }: Given): Promise<Found> {
  return orRefused(name, async () => {
    if (bytes.size === 0) throw new Refusal(name, 'is empty: it may have been cut off on its way');
    const head = textOf((await bytes.read(0, Math.min(4, bytes.size))).subarray(0, 4)) ?? '';
    if (head.startsWith('PK')) return readPack(name, await openZip(bytes));
    if (head === '%PDF')
      return {
        kind: 'pdf',
        file: name,
        sha256: await digest(bytes),
        size: bytes.size,
        signatures: await readPdfSignatures(bytes),
      };
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

async function readPack(file: string, files: readonly PackFile[]): Promise<Found> {
  const pack = await verifyPack(files);
  return { kind: 'pack', file, pack, signed: await signedFiles(pack, files) };
}

async function digest(bytes: Bytes): Promise<string> {
  const running = sha256.create();
  const piece = 1024 * 1024;
  for (let at = 0; at < bytes.size; at += piece) running.update(await bytes.read(at, Math.min(at + piece, bytes.size)));
  return hexOf(running.digest());
}

/** The events that packs and bundles of trusted keys prove, in which the fingerprints of given PDFs are looked for. */
const provenEvents = (found: readonly Found[], trusted: Trusted): ProvenEvent[] =>
  found.flatMap((one) => {
    const proven = one.kind === 'pack' ? one.pack : one.kind === 'bundle' ? one.bundle : null;
    return proven && keyVerdict(proven.key, trusted).trusted !== false ? proven.events : [];
  });

async function verdictOf(one: Found, all: readonly Found[], trusted: Trusted, known: Known): Promise<Verdict> {
  switch (one.kind) {
    case 'refused':
      return refused(one.file, one.at, one.reason);
    case 'pack':
      return packVerdict(one, all, { trusted, known });
    case 'bundle':
      return bundleVerdict(one, all, trusted);
    case 'proof':
      return proofVerdict(one, all, trusted);
    case 'event':
      return eventVerdict(one, all, trusted);
    case 'pdf':
      return pdfVerdict(one, provenEvents(all, trusted), known);
  }
}
