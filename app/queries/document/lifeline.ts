import { decode, type Recorded } from '#events/catalogue.ts';
import type { DocumentEventType } from '#events/document/evolve.ts';
import { streams } from '#events/streams.ts';
import type { Ports } from '#app/ports.ts';

/** One event of a document's life, and the version that it was about. */
export interface LifeEvent {
  version: string;
  event: Recorded<DocumentEventType>;
}

/** The life of a document from its own stream, newest first. */
export async function readLife(ports: Ports, org: string, document: string): Promise<LifeEvent[]> {
  const { events } = await ports.ledger.readStream(org, streams.document(document));
  let version = '';
  const life = events.map((recorded): LifeEvent => {
    const event = decode(recorded) as Recorded<DocumentEventType>;
    if ('version' in event.data) version = event.data.version;
    return { version, event };
  });
  return life.reverse();
}
