import { fromBase64 } from './encoding.ts';
import { openNote, type Key } from './note.ts';

/** A signed tree head (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** The name of the ledger and its key: `imprimatur/<organisation uid>`. */
  origin: string;
  /** How many events it covers. */
  size: number;
  root: Uint8Array;
  /** The signed note. */
  note: string;
}

/** Reads a checkpoint signed by this key; null when it is malformed, unsigned or another log's. */
export async function openCheckpoint(note: string, key: Key): Promise<Checkpoint | null> {
  const text = await openNote(note, key);
  const match = text === null ? null : /^([^\n]+)\n(0|[1-9]\d{0,14})\n([^\n]{44})\n$/.exec(text);
  const root = fromBase64(match?.[3] ?? '');
  if (!match || match[1] !== key.name || root?.length !== 32) return null;
  return { origin: key.name, size: Number(match[2]), root, note };
}

/** The lines of a proof: one 32-byte hash each, in base64; null where one is not. */
export function hashLines(text: string): Uint8Array[] | null {
  const hashes = text.split('\n').slice(0, -1).map(fromBase64);
  return hashes.every((hash) => hash?.length === 32) ? (hashes as Uint8Array[]) : null;
}
