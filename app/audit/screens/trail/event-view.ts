import type { TrailEvent } from '#app/audit/queries/events.ts';
import { groupHex } from '#app/ui/rosette/rosette.ts';
import type { Recomputation } from '#app/audit/queries/proof.ts';

/**
 * An event as a page is given it, in words. Its `state` is what recomputing its proof says. Hashes are hexadecimal
 * digits.
 */
export type EventView = ReturnType<typeof show>;

/** The same with as much of its proof as stands in a list. */
export type ListedEvent = EventView & { proof: ReturnType<typeof glimpseOf> | null };

/**
 * How many steps of a proof stand in a list of events, and how many digits of a hash. The event's own page shows all.
 */
const listed = { steps: 3, digits: 32 };

/** Puts an event and its whole proof into what travels to its page. */
export const showEvent = (event: TrailEvent) => ({ ...show(event), proof: event.proof && proofOf(event.proof) });

/**
 * Puts events that changed something into what travels to a list. An event that no checkpoint covers yet has no proof.
 */
export const showEvents = (events: readonly TrailEvent[]): ListedEvent[] =>
  events.flatMap((event) => (event.hidden ? [] : [{ ...show(event), proof: event.proof && glimpseOf(event.proof) }]));

function show(event: TrailEvent) {
  const { leaf, canonical: _bytes, actor: _source, hidden: _hidden, proof: _proof, signature, ...words } = event;
  return {
    ...words,
    signedName: signature?.signedName ?? null,
    leaf: leaf.toString('hex'),
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

/** As it stands in the page, to the letter: the page's data, which is beside it, then takes next to nothing. */
const beginningOf = (hash: Buffer): string => `${groupHex(hash.toString('hex').slice(0, listed.digits))}…`;
