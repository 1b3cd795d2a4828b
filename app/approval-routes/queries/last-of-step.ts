import type { Kysely } from 'kysely';
import { evolve, type DocumentEvent } from '#events/document/evolve.ts';
import { completesStep } from '#events/document/route.ts';
import { initialState, type DocumentState } from '#events/document/state.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';

/** Whether the signature of `signer` would complete the step, with its number and its duties, as the decision says. */
export async function isLastOfStep(
  db: Kysely<Database>,
  document: string,
  { uid, step, status }: { uid: string; step: number | null; status: string },
  signer: string,
): Promise<boolean> {
  if (step === null || status !== 'OPEN') return false;
  const events = await readStreamEvents(db, streams.document(document));
  const state = events.reduce<DocumentState>((before, event) => {
    const next = evolve(before, event as DocumentEvent);
    return next.kind === 'discarded' ? before : next;
  }, initialState);
  return state.kind === 'document' && completesStep(state.current, { uid, step }, signer);
}
