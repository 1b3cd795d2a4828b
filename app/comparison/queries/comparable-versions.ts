import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { findFile, type FoundFile } from '#app/documents/queries/file.ts';
import { query } from '#app/kit/query/query.ts';

/** The versions of a document whose final PDF this person may have, newest first. */
export const listComparable = query({
  name: 'document.comparable',
  input: z.object({ document: sentUid() }),
  permission: 'signed-in',
  async run({ document }, { db, viewer }) {
    const current = await db
      .selectFrom('read.document')
      .select('version')
      .where('uid', '=', document)
      .executeTakeFirst();
    if (!current) return refuse('not_found');
    const sent = await db
      .selectFrom('read.document_version')
      .select('version')
      .where('document_uid', '=', document)
      .orderBy('version_order', 'desc')
      .execute();
    const found: FoundFile[] = [];
    for (const version of new Set([current.version, ...sent.map((row) => row.version)])) {
      const file = await findFile(db, { document, version, kind: 'final', purpose: 'manage' }, viewer);
      if (file.ok) found.push(file.value);
    }
    return found.length === 0 ? refuse('not_found') : ok(found);
  },
});
