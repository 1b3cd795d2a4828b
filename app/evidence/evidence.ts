import { readFile } from 'node:fs/promises';
import { evidencePack, type PackOrder } from '#app/evidence/pack/make.ts';
import type { PackPorts } from '#app/evidence/pack/ports.ts';

/** Evidence that stands on its own. */
export interface Evidence {
  /** An evidence pack as a zip, streamed (see `evidencePack`). */
  pack(order: Omit<PackOrder, 'program'>): AsyncIterable<Uint8Array>;
  /** The program `verify.mjs`, as a pack holds it. */
  program(): Promise<Uint8Array>;
}

const built = new URL('../../build/verify.mjs', import.meta.url);

export function createEvidence(ports: PackPorts): Evidence {
  let program: Promise<Uint8Array> | undefined;
  const read = () => (program ??= readFile(built));
  return {
    program: read,
    async *pack(order) {
      yield* evidencePack(ports, { ...order, program: await read() });
    },
  };
}
