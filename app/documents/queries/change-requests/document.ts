import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { mayReadDocument } from '#app/documents/queries/may-read.ts';
import { query } from '#app/kit/query/query.ts';

/** A document, and the version of it that a reader may ask to change: in force, or in progress; null where none is. */
export const documentToRequest = query({
  name: 'change_request.document',
  input: z.object({ document: sentUid() }),
  permission: 'change.request',
  async run({ document }, { db, viewer }) {
    if (!(await mayReadDocument(db, document, viewer))) return refuse('not_found');
    const row = await db
      .selectFrom('read.document as d')
      .select(['d.uid', 'd.name', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum'])
      .select(['d.status', 'd.version', 'd.effective_version as effectiveVersion'])
      .where('d.uid', '=', document)
      .executeTakeFirstOrThrow();
    const { version, effectiveVersion, ...rest } = row;
    const inUse = row.status !== 'CREATED' && row.status !== 'RETIRED';
    const readable = roleMay(viewer.role, 'document.view_working') || row.status === 'PENDING' ? version : null;
    return ok({ ...rest, version: inUse ? (effectiveVersion ?? readable) : null });
  },
});
