import { z } from 'zod';
import type { Ports } from '#app/ports.ts';
import { readDiscarded } from '#app/queries/audit/subject.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** The document that an event is about, under its present title. */
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
  const titles = await readDocumentTitles(
    ports,
    org,
    named.map(([, uid]) => uid),
  );
  return new Map(
    named.flatMap(([position, uid]) => {
      const title = titles.get(uid);
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

/** Number and title of documents, by uid. */
export async function readDocumentTitles(
  ports: Ports,
  org: string,
  uids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(uids)].filter((uid) => z.uuid().safeParse(uid).success);
  if (wanted.length === 0) return new Map();
  const { rows, discarded } = await ports.database.read(org, async (db) => {
    const rows = await db
      .selectFrom('read.document')
      .select(['uid', 'name', 'type', 'functional_area as functionalArea', 'doc_num as docNum'])
      .where('uid', 'in', wanted)
      .execute();
    const listed = new Set(rows.map(({ uid }) => uid));
    return {
      rows,
      discarded: await readDiscarded(
        db,
        wanted.filter((uid) => !listed.has(uid)),
      ),
    };
  });
  return new Map([
    ...rows.map((row) => [row.uid, `${documentNumber(row)} ${row.name}`] as const),
    ...[...discarded].map(([uid, draft]) => [uid, `${documentNumber(draft)} ${draft.name}, discarded`] as const),
  ]);
}

/** The uid of the document that an event is about, or null. Events name it by uid, or by uid and name. */
export function documentOf({ data }: { data?: object }): string | null {
  const document: unknown = data && Reflect.get(data, 'document');
  if (typeof document === 'string') return document;
  const uid: unknown = typeof document === 'object' && document !== null ? Reflect.get(document, 'uid') : null;
  return typeof uid === 'string' ? uid : null;
}
