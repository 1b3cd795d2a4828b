import type { Ports } from '#app/ports.ts';
import type { TrailEvent } from '#app/queries/audit/events.ts';
import { recompute, type CheckedCheckpoint, type Recomputation } from '#app/queries/audit/proof.ts';

/** An event as its page is given it: words, and the proof as text. */
export type ShownEvent = Awaited<ReturnType<typeof showEvent>>;

/** Puts an event and its proof into what travels to the page. Hashes are 64 hexadecimal digits. */
export async function showEvent(ports: Ports, org: string, event: TrailEvent, checkpoint: CheckedCheckpoint | null) {
  const { leaf, canonical: _bytes, actor: _source, signature, ...words } = event;
  const covered = checkpoint !== null && BigInt(checkpoint.size) >= BigInt(event.position);
  const proof = covered ? await recompute(ports, org, event, checkpoint) : null;
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
