import type { Ports } from '#app/ports.ts';
import type { TrailEvent } from '#app/queries/audit/events.ts';
import { recomputeAll, type CheckedCheckpoint, type Recomputation } from '#app/queries/audit/proof.ts';

/** An event as its page is given it: words, and the proof as text. */
export type ShownEvent = ReturnType<typeof show>;

/** Puts an event and its proof into what travels to the page. Hashes are 64 hexadecimal digits. */
export async function showEvent(ports: Ports, org: string, event: TrailEvent, checkpoint: CheckedCheckpoint | null) {
  return (await showEvents(ports, org, [event], checkpoint))[0]!;
}

/** Puts events, in their order, into what travels to the page. An event that the checkpoint does not cover yet has no proof. */
export async function showEvents(
  ports: Ports,
  org: string,
  events: readonly TrailEvent[],
  checkpoint: CheckedCheckpoint | null,
): Promise<ShownEvent[]> {
  const covered = events.filter(({ position }) => checkpoint && BigInt(checkpoint.size) >= BigInt(position));
  const recomputed = checkpoint ? await recomputeAll(ports, org, covered, checkpoint) : [];
  const proofs = new Map(recomputed.map((proof) => [proof.proof.position, proof]));
  return events.map((event) => show(event, proofs.get(event.position) ?? null));
}

function show(event: TrailEvent, proof: Recomputation | null) {
  const { leaf, canonical: _bytes, actor: _source, signature, ...words } = event;
  return {
    ...words,
    signedName: signature?.signedName ?? null,
    leaf: leaf.toString('hex'),
    proof: proof && showProof(proof),
    state: proof === null ? ('waiting' as const) : proof.included ? ('included' as const) : ('broken' as const),
  };
}

export const showProof = ({ leaf, steps, root, included }: Recomputation) => ({
  included,
  leaf: leaf.toString('hex'),
  root: root.toString('hex'),
  steps: steps.map(({ side, sibling, result }) => ({
    side,
    sibling: sibling.toString('hex'),
    result: result.toString('hex'),
  })),
});
