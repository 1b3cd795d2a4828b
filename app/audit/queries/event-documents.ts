import type { Ports } from '#app/kit/ports.ts';
import { readTitlesThen } from '#app/audit/queries/titles-then.ts';

/** The document that an event is about, under its title at the event. */
export interface EventDocument {
  uid: string;
  /** Number and title; for a discarded draft also the word 'discarded'. */
  title: string;
}

/** The document of each event, by the event's position; discarded drafts included. */
export async function readEventDocuments(
  ports: Ports,
  org: string,
  events: readonly { position: string; canonical: string }[],
): Promise<Map<string, EventDocument>> {
  const named = events.flatMap(({ position, canonical }) => {
    const uid = documentOf(readData(canonical));
    return uid ? [[position, uid] as const] : [];
  });
  const titles = await ports.database.read(org, (db) =>
    readTitlesThen(
      db,
      named.map(([, uid]) => uid),
    ),
  );
  return new Map(
    named.flatMap(([position, uid]) => {
      const title = titles(uid, position);
      return title ? [[position, { uid, title }] as const] : [];
    }),
  );
}

/** An event whose bytes were changed may be no JSON any more. */
function readData(canonical: string): { data?: object } {
  try {
    return JSON.parse(canonical) as { data?: object };
  } catch {
    return {};
  }
}

/** The uid of the document that an event is about, or null. Events name it by uid, or by uid and name. */
export function documentOf({ data }: { data?: object }): string | null {
  const document: unknown = data && Reflect.get(data, 'document');
  if (typeof document === 'string') return document;
  const uid: unknown = typeof document === 'object' && document !== null ? Reflect.get(document, 'uid') : null;
  return typeof uid === 'string' ? uid : null;
}
