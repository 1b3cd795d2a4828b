import type { Ports } from '#app/ports.ts';
import { recompute, type CheckedCheckpoint } from '#app/queries/audit/proof.ts';

/** How many events are read, and recomputed, at a time: few enough to leave the database to others. */
const read = 200;
const atOnce = 4;

/** Recomputes each event of a trail and follows it to the checkpoint's root; answers the positions that do not match or are not there. */
export async function verifyTrail(
  ports: Ports,
  org: string,
  positions: readonly string[],
  checkpoint: CheckedCheckpoint,
): Promise<string[]> {
  const sound = new Set<string>();
  for (let start = 0; start < positions.length; start += read) {
    const events = await ports.ledger.readBytes(org, positions.slice(start, start + read));
    for (let next = 0; next < events.length; next += atOnce) {
      const some = events.slice(next, next + atOnce);
      const checked = await Promise.all(some.map((event) => recompute(ports, org, event, checkpoint)));
      checked.forEach(({ included }, i) => {
        if (included) sound.add(some[i]!.position);
      });
    }
  }
  return positions.filter((position) => !sound.has(position));
}
