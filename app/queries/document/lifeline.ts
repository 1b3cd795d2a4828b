import type { Kysely } from 'kysely';
import type { Recorded } from '#events/catalogue.ts';
import type { DocumentEventType } from '#events/document/evolve.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/database/schema.ts';
import { readStreamEvents } from '#app/queries/stream.ts';
import { namedIn, readPeopleApart, tellApart } from '#app/queries/user/tell-apart.ts';
import type { LifeEvent } from '#app/wording/lifeline.ts';

/** A document's events from its stream, newest first; people of one name have their emails beside it. */
export async function readLife(db: Kysely<Database>, document: string): Promise<LifeEvent[]> {
  const events = (await readStreamEvents(db, streams.document(document))) as Recorded<DocumentEventType>[];
  const people = await readPeopleApart(
    db,
    events.flatMap(({ actor, data }) => [...namedIn(actor), ...namedIn(data)]),
  );
  let version = '';
  const life = tellApart(events, people).map((event): LifeEvent => {
    if ('version' in event.data) version = event.data.version;
    return { version, event };
  });
  return life.reverse();
}
