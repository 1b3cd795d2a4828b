import type { Ports } from '#app/ports.ts';
import { recomputeAll, type CheckedCheckpoint } from '#app/queries/audit/proof.ts';

/** How many events are read, and recomputed, at a time: few enough to leave the database to others. */
const atOnce = 100;

/**
 * Recomputes each event of a trail and follows it to the checkpoint's root; answers the positions that do not match or
 * are not there.
 */
export async function verifyTrail(
  ports: Ports,
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
