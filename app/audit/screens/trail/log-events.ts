import type { Ports } from '#app/kit/ports.ts';
import { readEventDocuments, type EventDocument } from '#app/audit/queries/event-documents.ts';
import { readTrailEvents } from '#app/audit/queries/events.ts';
import { coverUpTo } from '#app/audit/queries/proof.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { showEvents, type EventView } from '#app/audit/screens/trail/event-view.ts';

/** An event of a log, and the document that it is about, where it is about one. */
export type LogEvent = Omit<EventView, 'proof'> & { document: EventDocument | null };

/**
 * The events at these positions, as the log of a person (`person`: their uid) or of the organisation shows them. `last`
 * is the log's last position.
 */
export async function readLogEvents(
  ports: Ports,
  { org }: Viewer,
  { positions, last, person }: { positions: readonly string[]; last: string; person?: string },
): Promise<LogEvent[]> {
  const found = await readTrailEvents(ports, { org, person }, positions, coverUpTo(ports, org, last));
  const documents = await readEventDocuments(ports, org, found);
  return showEvents(found).map(({ proof: _proof, ...event }) => ({
    ...event,
    document: documents.get(event.position) ?? null,
  }));
}
