import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { verifierKey } from '#events/ledger/note.ts';
import type { Result } from '#events/failures.ts';
import { createExaminer } from '#app/evidence/examine.ts';
import { evidencePack, type PackOrder } from '#app/evidence/pack/make.ts';
import type { PackPorts } from '#app/evidence/pack/ports.ts';
import { parseKey } from '#app/evidence/verify/note.ts';
import type { Verdict } from '#app/evidence/verify/verdict.ts';

/** Evidence that stands on its own. */
export interface Evidence {
  /** An evidence pack as a zip, streamed (see `evidencePack`). */
  pack(order: Omit<PackOrder, 'program'>): AsyncIterable<Uint8Array>;
  /** The program `verify.mjs`, as a pack holds it. */
  program(): Promise<Uint8Array>;
  /** The keys that this installation signs with, as note tools write them. Its organisations sign with the same under their own names. */
  readonly keys: readonly string[];
  /** Checks the files of a form that was sent here; keeps nothing (see `createExaminer`). */
  examine(request: Request, address: string | null): Promise<Result<Verdict[]>>;
}

const built = new URL('../../build/verify.mjs', import.meta.url);
/** The installation's own name for its key. */
const keyName = 'imprimatur';

export function createEvidence(ports: PackPorts): Evidence {
  const { verifyingKey, formerKeys } = ports.config;
  const keys = [verifyingKey, ...formerKeys].map((key) => verifierKey(keyName, key));
  // By the build's own name: a later build takes the link to it away.
  const verifier = existsSync(built) ? realpathSync(built) : built;
  return {
    program: () => readFile(verifier),
    async *pack(order) {
      yield* evidencePack(ports, { ...order, program: await readFile(verifier) });
    },
    keys,
    examine: createExaminer(keys.map(parseKey).filter((key) => key !== null)),
  };
}
