import type { Kysely } from 'kysely';
import type { StoredFile } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/** The PDF that a signature of this person would bind, and when it was opened. */
export interface OpenedPdf {
  sha256: string;
  at: Instant;
}

interface OpenedPdfRequest {
  document: string;
  version: string;
  user: string;
  pdfs: readonly (Pick<StoredFile, 'sha256'> | null)[];
  /** When this approval or training record was opened for the person. */
  since: Instant;
}

/**
 * The PDF that a signature binds: the one of `pdfs` that the person opened last, `since` it is to be signed; null while
 * the form is locked. The page shows it; the command decides on the ledger's events (`openedPdf` of
 * events/signature.ts).
 */
export async function readOpenedPdf(
  db: Kysely<Database>,
  { document, version, user, pdfs, since }: OpenedPdfRequest,
): Promise<OpenedPdf | null> {
  const bindable = pdfs.flatMap((file) => file?.sha256 ?? []);
  const row = await db
    .selectFrom('read.reading')
    .select(['sha256', 'downloaded_at'])
    .where('document_uid', '=', document)
    .where('version', '=', version)
    .where('user_uid', '=', user)
    .where('downloaded_at', '>=', since)
    // A signed PDF is made again when an act follows it: one that was opened before still counts.
    .where((eb) => eb.or([eb('kind', '=', 'signed'), eb.and([eb('kind', '=', 'final'), eb('sha256', 'in', bindable)])]))
    .orderBy('downloaded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { sha256: row.sha256, at: row.downloaded_at } : null;
}
