import type { KeyObject } from 'node:crypto';
import { isInconsistent, type Checkpoint } from '#events/ledger/checkpoint.ts';
import { formatCheckpoint, openNote, parseCheckpoint, signNote } from '#events/ledger/note.ts';
import { rootOf, type FrontierAt, type InclusionProof } from '#events/ledger/proof.ts';
import { inclusionSpans, leafHash, nodeHash } from '#events/ledger/tree.ts';
import type { Ports } from '#app/kit/ports.ts';

/** A signed checkpoint, and whether it still matches the ledger. */
export interface CheckedCheckpoint extends Checkpoint {
  /** The first line of the note and the name of its key. */
  origin: string;
  /** Signed by this installation's key, present or former (FORMER_KEYS), over the root of the stored tree. */
  sound: boolean;
  /** The part of the stored tree that all proofs at this checkpoint share. */
  frontier: FrontierAt;
}

/**
 * The latest checkpoint, signed now if the present one does not cover the position (decimal text). Null for an empty
 * ledger. If the ledger does not match the last checkpoint, that one is returned as not sound.
 */
export async function coverUpTo(ports: Ports, org: string, position: string): Promise<CheckedCheckpoint | null> {
  const latest = await ports.checkpoints.latest(org);
  if (latest && BigInt(latest.size) >= BigInt(position)) return check(ports, org, latest);
  try {
    const signed = await ports.checkpoints.sign(org);
    return signed && (await check(ports, org, signed));
  } catch (error) {
    if (!isInconsistent(error)) throw error;
    ports.log.error({ err: error, org }, 'the ledger does not fit its last checkpoint');
    return latest && { ...(await check(ports, org, latest)), sound: false };
  }
}

/**
 * The first checkpoint that covers the position, signed now if there is none, so that the same file is made every time.
 * Null for an empty ledger; a checkpoint that does not match is not sound.
 */
export async function firstToCover(ports: Ports, org: string, position: string): Promise<CheckedCheckpoint | null> {
  const first = await ports.checkpoints.covering(org, position);
  return first ? check(ports, org, first) : coverUpTo(ports, org, position);
}

/** The checkpoint of exactly this size (decimal text); null if none was signed. */
export async function checkpointAt(ports: Ports, org: string, size: string): Promise<CheckedCheckpoint | null> {
  const found = await ports.checkpoints.covering(org, size);
  return found?.size === size ? check(ports, org, found) : null;
}

async function check(ports: Ports, org: string, checkpoint: Checkpoint): Promise<CheckedCheckpoint> {
  const origin = checkpoint.note.slice(0, checkpoint.note.indexOf('\n'));
  const { signingKey, verifyingKey, formerKeys } = ports.config;
  const frontier = await ports.proofs.frontierAt(org, Number(checkpoint.size));
  const fits = rootOf(frontier).equals(checkpoint.root);
  if (isSigned(checkpoint, org, origin, [verifyingKey])) return { ...checkpoint, origin, sound: fits, frontier };
  const sound = isSigned(checkpoint, org, origin, formerKeys) && fits;
  if (!sound) return { ...checkpoint, origin, sound, frontier };
  // The same state, signed with today's key, which people know.
  const body = { origin, size: frontier.size, root: checkpoint.root };
  return { ...checkpoint, note: signNote(formatCheckpoint(body), origin, signingKey), origin, sound, frontier };
}

function isSigned({ note, size, root }: Checkpoint, org: string, origin: string, keys: readonly KeyObject[]): boolean {
  const opened = openNote(note, origin, keys);
  const body = opened.ok ? parseCheckpoint(opened.text) : undefined;
  return body !== undefined && origin.endsWith(`/${org}`) && String(body.size) === size && body.root.equals(root);
}

/** One step from a leaf to the root: the sibling's hash, its side, and the resulting hash. */
export interface ProofStep {
  side: 'left' | 'right';
  sibling: Buffer;
  result: Buffer;
}

/** An event's proof from its exact bytes to a checkpoint's root, recomputed. */
export interface Recomputation {
  /** SHA-256 of 0x00 and the bytes (RFC 6962 section 2.1), computed from the bytes. */
  leaf: Buffer;
  steps: ProofStep[];
  /** The root that the steps result in. */
  root: Buffer;
  proof: InclusionProof;
  /** The bytes have the stored leaf hash, and the steps the signed root. */
  included: boolean;
}

/** The parts of an event that a proof is recomputed from. */
export type Provable = { position: string; canonical: string; leaf: Buffer };

/** Ledger positions, and their events while they are being read. */
export interface Sought<E> {
  places: readonly string[];
  reading: Promise<readonly E[]>;
}

/**
 * Recomputes leaf and root (RFC 6962 section 2.1.1) of those events that exist and that the checkpoint covers. What the
 * proofs share is read once, while the events are being read.
 */
export async function recomputeAll<E extends Provable>(
  ports: Pick<Ports, 'proofs'>,
  org: string,
  { places, reading }: Sought<E>,
  checkpoint: CheckedCheckpoint,
): Promise<Recomputation[]> {
  const proofsOf = (positions: readonly string[]) =>
    positions.length > 0 ? ports.proofs.inclusions(org, positions, checkpoint.frontier) : [];
  const covered = places.filter((position) => BigInt(checkpoint.size) >= BigInt(position));
  const proving = (async () => proofsOf(covered))().catch(async () => {
    // A lost event has no proof; the others have.
    const found = new Set((await reading).map(({ position }) => position));
    return proofsOf(covered.filter((position) => found.has(position)));
  });
  const [events, proofs] = await Promise.all([reading, proving]);
  const proofAt = new Map(proofs.map((proof) => [proof.position, proof]));
  return events.flatMap((event) => {
    const proof = proofAt.get(event.position);
    return proof ? [follow(event, proof, checkpoint)] : [];
  });
}

function follow(event: Provable, proof: InclusionProof, checkpoint: CheckedCheckpoint): Recomputation {
  const leaf = leafHash(Buffer.from(event.canonical, 'utf8'));
  let root = leaf;
  const steps = inclusionSpans(proof.index, proof.size).map((span, j): ProofStep => {
    const sibling = proof.hashes[j]!;
    const side = span.start > proof.index ? 'right' : 'left';
    root = side === 'right' ? nodeHash(root, sibling) : nodeHash(sibling, root);
    return { side, sibling, result: root };
  });
  const included = checkpoint.sound && leaf.equals(event.leaf) && root.equals(checkpoint.root);
  return { leaf, steps, root, proof, included };
}
