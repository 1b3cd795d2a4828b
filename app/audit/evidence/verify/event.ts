import { rootFrom, leafHash } from './merkle.ts';
import { hashLines, type Checkpoint } from './checkpoint.ts';
import { sameBytes, textOf } from './encoding.ts';
import { need, Refusal } from './refusal.ts';

/** The fields of an event that a verdict uses. */
export interface ProvenEvent {
  /** From 1. */
  position: number;
  organisation: string;
  stream: string;
  /** In its stream, from 1. */
  version: number;
  type: string;
  /** ISO 8601 in UTC, by the server's clock. */
  recordedAt: string;
  /** The server's clock read a later time: a demonstration's past. */
  isSimulated: boolean;
  actor: string;
  signature: ProvenSignature | null;
  /** Every SHA-256 that the event records, of files and of what was signed. */
  sha256s: string[];
  /** The files that the event records, by their SHA-256 (hexadecimal). */
  files: { sha256: string; size: number }[];
  /** Its content, where it is a signature or about a person’s passkey. */
  aboutPasskeys: Record<string, unknown> | null;
}

/** An electronic signature as its event records it. */
export interface ProvenSignature {
  position: number;
  printedName: string;
  meaning: string;
  /** ISO 8601 in UTC. */
  signedAt: string;
  version: string;
  /** Of the exact PDF that was signed. */
  sha256: string;
  /** Of the comparison with an earlier version that the signer was shown; empty where there was none. */
  comparison: string;
  /** How the signer was checked: `email and password`. */
  method: string;
  /** Whether the signer’s passkey made it; `unchecked`: this cannot be said here. Null: no passkey was asked. */
  passkey: 'holds' | 'unchecked' | null;
}

const notIncluded = 'does not lead to the root that the checkpoint signs';

/** Verifies an event's bytes against the root of the checkpoint. Throws a `Refusal` when they do not lead to it. */
export function proveEvent(
  file: string,
  bytes: Uint8Array,
  { index, hashes }: { index: number; hashes: readonly Uint8Array[] },
  checkpoint: Checkpoint,
): ProvenEvent {
  const root = rootFrom(leafHash(bytes), index, checkpoint.size, hashes);
  if (!root || !sameBytes(root, checkpoint.root)) throw new Refusal(file, notIncluded);
  const text = need(textOf(bytes), file, 'is no text');
  return need(readEvent(index + 1, text), file, 'is no event');
}

const sha256Text = /"(?:sha256|original|comparison)":"([0-9a-f]{64})"/g;

/** Reads the fields of an event; null when it is malformed. */
function readEvent(position: number, text: string): ProvenEvent | null {
  const value = objectOf(text);
  const { org, stream, version, type, recordedAt, recordedAtClock } = value;
  if (typeof org !== 'string' || typeof stream !== 'string' || typeof type !== 'string') return null;
  if (typeof recordedAt !== 'string' || typeof version !== 'number') return null;
  const data = value.data as (Record<string, unknown> & { signature?: Record<string, unknown> }) | undefined;
  const actor = value.actor as { name?: unknown } | undefined;
  return {
    position,
    organisation: org,
    stream,
    version,
    type,
    recordedAt,
    isSimulated: typeof recordedAtClock === 'string' && recordedAtClock > recordedAt,
    actor: typeof actor?.name === 'string' ? actor.name : 'A visitor',
    signature: data?.signature ? signatureOf(position, data.signature) : null,
    files: filesIn(value.data),
    aboutPasskeys: data && (data.signature || type.startsWith('Authenticator')) ? data : null,
    sha256s: Array.from(text.matchAll(sha256Text), ([, sha256 = '']) => sha256),
  };
}

function filesIn(value: unknown): ProvenEvent['files'] {
  if (typeof value !== 'object' || value === null) return [];
  const { size, sha256 } = value as Record<string, unknown>;
  const isFile = typeof size === 'number' && typeof sha256 === 'string';
  return [...(isFile ? [{ size, sha256 }] : []), ...Object.values(value).flatMap(filesIn)];
}

function signatureOf(position: number, given: Record<string, unknown>): ProvenSignature {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const credential = given.credential as { method?: unknown } | undefined;
  return {
    position,
    printedName: text('printedName'),
    meaning: text('meaning'),
    signedAt: text('signedAt'),
    version: text('version'),
    sha256: text('sha256'),
    comparison: text('comparison'),
    method: typeof credential?.method === 'string' ? credential.method : '',
    passkey: credential?.method === 'email, password and passkey' ? 'unchecked' : null,
  };
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Reads a C2SP tlog-proof (c2sp.org/tlog-proof@v1); null when it is malformed. */
export function parseProof(text: string): { index: number; hashes: Uint8Array[]; checkpoint: string } | null {
  const match = /^c2sp\.org\/tlog-proof@v1\nindex (0|[1-9]\d{0,14})\n((?:[^\n]{44}\n)*)\n/.exec(text);
  const hashes = match && hashLines(match[2] ?? '');
  return match && hashes ? { index: Number(match[1]), hashes, checkpoint: text.slice(match[0].length) } : null;
}

/** Reads a consistency proof (c2sp.org/tlog-witness, add-checkpoint); null when it is malformed. */
export function parseConsistency(text: string): { older: number; hashes: Uint8Array[]; checkpoint: string } | null {
  const match = /^old (0|[1-9]\d{0,14})\n((?:[^\n]{44}\n)*)\n/.exec(text);
  const hashes = match && hashLines(match[2] ?? '');
  return match && hashes ? { older: Number(match[1]), hashes, checkpoint: text.slice(match[0].length) } : null;
}
