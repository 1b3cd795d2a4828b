import type { Ports } from '#app/ports.ts';
import type { TrailEvent } from '#app/queries/audit/events.ts';
import { recomputeAll, type CheckedCheckpoint, type Recomputation } from '#app/queries/audit/proof.ts';

/** An event as a page is given it, in words. Its `state` is what recomputing its proof says. Hashes are hexadecimal digits. */
export type ShownEvent = ReturnType<typeof show>;

/** The same with as much of its proof as stands in a list. */
export type ListedEvent = ShownEvent & { proof: ReturnType<typeof glimpseOf> | null };

/** How many steps of a proof stand in a list of events, and how many digits of a hash. The event's own page shows all. */
const listed = { steps: 3, digits: 32 };

/** Puts an event and its whole proof into what travels to its page. */
export async function showEvent(ports: Ports, org: string, event: TrailEvent, checkpoint: CheckedCheckpoint | null) {
  const proof = (await recompute(ports, org, [event], checkpoint)).get(event.position) ?? null;
  return { ...show(event, proof), proof: proof && proofOf(proof) };
}

/** Puts events, in their order, into what travels to a list. An event that the checkpoint does not cover yet has no proof. */
export async function showEvents(
  ports: Ports,
  org: string,
  events: readonly TrailEvent[],
  checkpoint: CheckedCheckpoint | null,
): Promise<ListedEvent[]> {
  const proofs = await recompute(ports, org, events, checkpoint);
  return events.map((event) => {
    const proof = proofs.get(event.position) ?? null;
    return { ...show(event, proof), proof: proof && glimpseOf(proof) };
  });
}

async function recompute(
  ports: Ports,
  org: string,
  events: readonly TrailEvent[],
  checkpoint: CheckedCheckpoint | null,
): Promise<Map<string, Recomputation>> {
  const covered = events.filter(({ position }) => checkpoint && BigInt(checkpoint.size) >= BigInt(position));
  const recomputed = checkpoint ? await recomputeAll(ports, org, covered, checkpoint) : [];
  return new Map(recomputed.map((proof) => [proof.proof.position, proof]));
}

function show(event: TrailEvent, proof: Recomputation | null) {
  const { leaf, canonical: _bytes, actor: _source, signature, ...words } = event;
  return {
    ...words,
    signedName: signature?.signedName ?? null,
    leaf: leaf.toString('hex'),
    state: proof === null ? ('waiting' as const) : proof.included ? ('included' as const) : ('broken' as const),
  };
}

const proofOf = ({ leaf, steps, root }: Recomputation) => ({
  leaf: leaf.toString('hex'),
  root: root.toString('hex'),
  steps: steps.map(({ side, sibling, result }) => ({
    side,
    sibling: sibling.toString('hex'),
    result: result.toString('hex'),
  })),
});

/** Whole, the proofs of a page would weigh more than everything else on it: hashes cannot be compressed. */
const glimpseOf = ({ leaf, steps, root }: Recomputation) => ({
  leaf: beginningOf(leaf),
  root: beginningOf(root),
  count: steps.length,
  first: steps.slice(0, listed.steps).map(({ side, sibling }) => ({ side, sibling: beginningOf(sibling) })),
});

const beginningOf = (hash: Buffer): string => hash.toString('hex').slice(0, listed.digits);
