import type { KeyObject } from 'node:crypto';
import { codeOf } from '#events/error-code.ts';
import type { Instant } from '#events/time.ts';
import type pg from 'pg';
import { formatCheckpoint, originOf, signNote } from './note.ts';
import { type InclusionProof, createProofs, formatTlogProof } from './proof.ts';
import { fold, verifyConsistency } from './tree.ts';

/** The installation's signing key. `name` begins every origin line: `imprimatur/<organisation uid>`. */
export interface SigningKey {
  name: string;
  /** Ed25519. */
  privateKey: KeyObject;
}

export interface Checkpoint {
  /** How many events it covers: the positions 1 to this. Decimal text. */
  size: string;
  root: Buffer;
  /** The C2SP tlog-checkpoint, signed. */
  note: string;
  signedAt: Instant;
}

export interface Checkpoints {
  /**
   * Signs the ledger unless it is signed already; returns the latest checkpoint, or null without any event. Throws
   * InconsistentLedger where the signed part is no prefix of the ledger.
   */
  sign(org: string): Promise<Checkpoint | null>;
  /**
   * For the job `sign-checkpoint`: signs for each organisation whose ledger grew. Answers their uids. Throws
   * AggregateError after all the others are signed.
   */
  signDue(): Promise<string[]>;
  /** The earliest checkpoint that covers this position (decimal text), or null. '0': the first one. */
  covering(org: string, position: string): Promise<Checkpoint | null>;
  latest(org: string): Promise<Checkpoint | null>;
  /**
   * An event's proof as a C2SP tlog-proof, under the earliest checkpoint that covers it; where none does yet, one is
   * signed. Throws NotInLedger.
   */
  tlogProof(org: string, position: string): Promise<{ text: string; proof: InclusionProof; checkpoint: Checkpoint }>;
}

/** The stored tree does not contain what an earlier checkpoint signed: nothing more is signed until it is explained. */
export class InconsistentLedger extends Error {
  readonly code = 'inconsistent_ledger';
}

/** Whether an error says that the ledger does not fit what was signed. */
export const isInconsistent = (error: unknown): boolean => codeOf(error) === 'inconsistent_ledger';

/** Splits the 32-byte hashes of a stored frontier. */
export const frontierHashes = (frontier: Buffer): Buffer[] =>
  Array.from({ length: frontier.length / 32 }, (_, i) => frontier.subarray(i * 32, i * 32 + 32));

export const createCheckpoints = (pool: pg.Pool, key: SigningKey): Checkpoints => {
  const proofs = createProofs(pool);

  const read = async (org: string, position: string | null): Promise<Checkpoint | null> => {
    const { rows } = await pool.query<{ size: string; root: Buffer; note: string; signed_at: Instant }>(
      // A column that its owner emptied is read as one that nobody signed, so that it is named as such.
      `select size, coalesce(root, '') as root, coalesce(note, '') as note,
              to_char(coalesce(signed_at, 'epoch') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as signed_at
       from ledger.read_checkpoint($1, $2)`,
      [org, position],
    );
    const [row] = rows;
    return row ? { size: row.size, root: row.root, note: row.note, signedAt: row.signed_at } : null;
  };

  const sign = async (org: string): Promise<Checkpoint | null> => {
    const { rows } = await pool.query<{ size: string; frontier: Buffer }>(
      'select size, frontier from ledger.read_head($1)',
      [org],
    );
    const head = rows[0];
    if (!head || head.size === '0') return null;
    const before = await read(org, null);
    if (before && BigInt(before.size) >= BigInt(head.size)) return before;
    // The tree is the head's own frontier, written with the events under one lock: what is signed was committed.
    const root = fold(frontierHashes(head.frontier));
    const size = Number(head.size);
    // c2sp.org/tlog-checkpoint: a log must not sign what is inconsistent with anything it signed before.
    if (before) {
      const { hashes } = await proofs.consistency(org, Number(before.size), size);
      if (!verifyConsistency(Number(before.size), size, before.root, root, hashes))
        throw new InconsistentLedger(
          `The ledger of ${org} does not contain the ${before.size} events that ` +
            `its last checkpoint signed: run verify.`,
        );
    }
    const origin = originOf(key.name, org);
    const note = signNote(formatCheckpoint({ origin, size, root }), origin, key.privateKey);
    await pool.query('select ledger.record_checkpoint($1, $2, $3, $4)', [org, head.size, root, note]);
    return read(org, null);
  };

  return {
    sign,
    covering: read,
    latest: (org) => read(org, null),
    async signDue() {
      const { rows } = await pool.query<{ org_id: string }>(
        'select org_id from ledger.organisations() where size > checkpoint_size',
      );
      const signed: string[] = [];
      const refused: unknown[] = [];
      for (const { org_id } of rows)
        try {
          if (await sign(org_id)) signed.push(org_id);
        } catch (error) {
          refused.push(error);
        }
      if (refused.length > 0) throw new AggregateError(refused, 'Not every ledger could be signed.');
      return signed;
    },
    async tlogProof(org, position) {
      const checkpoint = (await read(org, position)) ?? (await sign(org));
      const proof = await proofs.inclusion(org, position, Number(checkpoint?.size ?? 0));
      return { text: formatTlogProof(proof, checkpoint!.note), proof, checkpoint: checkpoint! };
    },
  };
};
