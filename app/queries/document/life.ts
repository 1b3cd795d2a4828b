import { decode } from '#events/catalogue.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { streams } from '#events/streams.ts';
import type { Ports } from '#app/ports.ts';

/** One event of a document's life, and the version that it was about. */
export interface LifeEvent {
  key: string;
  /** ISO 8601 in UTC. */
  at: string;
  version: string;
  /** The name, at that time, of who did it. */
  who: string;
  event: DocumentEvent;
}

/** The life of a document from its own stream, newest first. */
export async function readLife(ports: Ports, org: string, document: string): Promise<LifeEvent[]> {
  const { events } = await ports.ledger.readStream(org, streams.document(document));
  let version = '';
  const life = events.map((recorded): LifeEvent => {
    const { position, recordedAt, actor, type, data } = decode(recorded);
    if ('version' in data && typeof data.version === 'string') version = data.version;
    const who = actor.kind === 'visitor' ? 'Somebody' : actor.name;
    return { key: position, at: recordedAt, version, who, event: { type, data } as DocumentEvent };
  });
  return life.reverse();
}
