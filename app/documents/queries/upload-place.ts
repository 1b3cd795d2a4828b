import { z } from 'zod';
import { onlyManagers, outOfSequence } from '#events/document/decide/guards.ts';
import { fileKind } from '#events/document/events.ts';
import { isAllowedFrom } from '#events/document/transitions.ts';
import { refuse } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import type { Ports } from '#app/kit/ports.ts';
import { mayManage } from '#app/kit/query/may-manage.ts';
import { query } from '#app/kit/query/query.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';

/** The upload limit in bytes: the organisation's setting, capped by the installation's. */
export const uploadLimit = ({ viewer, ports }: { viewer: Viewer; ports: Ports }): number =>
  Math.min(viewer.settings.uploadLimit, ports.config.uploadLimit);

/**
 * An address that takes one file of a document by PUT within 15 minutes. The file belongs to the document once the
 * document is saved with the object key.
 */
export const uploadPlace = query({
  name: 'document.upload_place',
  input: z.object({
    document: z.uuid(),
    kind: fileKind,
    filename: z.string().min(1, texts.required).max(1000, texts.invalid),
  }),
  permission: 'document.manage_own',
  async run({ document, kind, filename }, { db, viewer, ports }) {
    const row = await db
      .selectFrom('read.document as d')
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .select(['d.status', 'o.uid', 'o.first_name as firstName', 'o.last_name as lastName'])
      .where('d.uid', '=', document)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    if (!mayManage({ owner: row }, viewer)) return onlyManagers(fullName(row));
    const refusal = isAllowedFrom('Revise', row.status) ? null : outOfSequence('AttachFile', { status: row.status });
    if (refusal) return refusal;
    const maxBytes = uploadLimit({ viewer, ports });
    return ports.uploads.locate({ org: viewer.org, document, owner: viewer.uid, kind, filename, maxBytes });
  },
});
