import type { Kysely } from 'kysely';
import type { EventType, Recorded } from '#events/catalogue.ts';
import { evolve, type DocumentEvent } from '#events/document/evolve.ts';
import { initialState, type DocumentState } from '#events/document/state.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readNamingEvents } from '#app/kit/query/naming-events.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** Number and title that a document had at an event; of a discarded draft also the word 'discarded'. */
export type TitlesThen = (uid: string, position: string) => string | undefined;

/** Events that give or change number and title, or discard the draft. */
const naming: readonly EventType[] = [
  'DocumentCreated',
  'DocumentEdited',
  'DocumentRevised',
  'DocumentAreaRenamed',
  'DocumentDiscarded',
];

export const readTitlesThen = async (db: Kysely<Database>, uids: readonly string[]): Promise<TitlesThen> =>
  titlesThen(await readNamingEvents(db, uids, streams.document, naming));

/** `documents`: by uid the events that named them, oldest first. */
export function titlesThen(documents: ReadonlyMap<string, readonly Recorded[]>): TitlesThen {
  const histories = new Map(Array.from(documents, ([uid, events]) => [uid, historyOf(events)]));
  return (uid, position) => {
    const history = histories.get(uid);
    return (history?.findLast(({ from }) => from <= BigInt(position)) ?? history?.[0])?.title;
  };
}

function historyOf(events: readonly Recorded[]): { from: bigint; title: string }[] {
  let state: DocumentState = initialState;
  let title = '';
  return events.map((event) => {
    state = evolve(state, event as Recorded & DocumentEvent);
    if (state.kind === 'document') title = `${documentNumber(state)} ${state.name}`;
    return { from: BigInt(event.position), title: state.kind === 'discarded' ? `${title}, discarded` : title };
  });
}
