import type { Kysely } from 'kysely';
import type { Recorded } from '#events/catalogue.ts';
import type { DocumentEventType } from '#events/document/evolve.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';
import { uidsNamedIn, withEmailBesideNames } from '#app/kit/people/email-beside-names.ts';
import { readNamesThen } from '#app/kit/people/names-then.ts';
import type { LifeEvent } from '#app/documents/words/lifeline.ts';

/**
 * A document's events from its stream, newest first; people who had one name at the event have their emails beside it.
 */
export async function readLife(db: Kysely<Database>, document: string): Promise<LifeEvent[]> {
  const events = (await readStreamEvents(db, streams.document(document))) as Recorded<DocumentEventType>[];
  const names = await readNamesThen(
    db,
    events.flatMap(({ actor, data }) => [...uidsNamedIn(actor), ...uidsNamedIn(data)]),
  );
  let version = '';
  const life = events.map((event): LifeEvent => {
    if ('version' in event.data) version = event.data.version;
    return { version, event: withEmailBesideNames(event, names) };
  });
  return life.reverse();
}
