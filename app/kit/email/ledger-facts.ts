import { decode, type E, type Recorded } from '#events/catalogue.ts';
import { fold } from '#events/decider.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import type { Document } from '#events/document/state.ts';
import type { FullLedger } from '#events/ledger/append/append.ts';
import { streams } from '#events/streams.ts';

/** The event at a position (decimal text) of the organisation's ledger. Throws if there is none. */
export async function eventAt(ledger: Pick<FullLedger, 'readPage'>, org: string, position: string): Promise<Recorded> {
  const before = String(BigInt(position) - 1n);
  const [event] = await ledger.readPage(org, { after: before, upTo: position, limit: 1 });
  if (!event) throw new Error(`There is no event at position ${position}.`);
  return decode(event);
}

/** A document right after the event at `position`, and as it is now; null where it did not exist. */
export async function documentAt(
  ledger: Pick<FullLedger, 'readStream'>,
  org: string,
  document: string,
  position: string,
): Promise<{ past: Document | null; present: Document | null }> {
  const { events } = await ledger.readStream(org, streams.document(document));
  const stateAfter = (some: typeof events): Document | null => {
    const state = fold(documentEvolution, some.map((event) => decode(event) as E) as DocumentEvent[]);
    return state.kind === 'document' ? state : null;
  };
  const until = events.filter((event) => BigInt(event.position) <= BigInt(position));
  return { past: stateAfter(until), present: stateAfter(events) };
}
