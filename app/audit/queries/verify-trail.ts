import type { Ports } from '#app/kit/ports.ts';
import { recomputeAll, type CheckedCheckpoint } from '#app/audit/queries/proof.ts';

/** Events that are recomputed at a time; more would hold the database up for others. */
const atOnce = 100;

/** Recomputes each event up to the checkpoint's root. Answers the positions that are missing or do not match. */
export async function verifyTrail(
  ports: Pick<Ports, 'ledger' | 'proofs'>,
  org: string,
  positions: readonly string[],
  checkpoint: CheckedCheckpoint,
): Promise<string[]> {
  const sound = new Set<string>();
  for (let start = 0; start < positions.length; start += atOnce) {
    const places = positions.slice(start, start + atOnce);
    const sought = { places, reading: ports.ledger.readBytes(org, places) };
    for (const { included, proof } of await recomputeAll(ports, org, sought, checkpoint))
      if (included) sound.add(proof.position);
  }
  return positions.filter((position) => !sound.has(position));
}
