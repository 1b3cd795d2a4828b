import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { findFile } from '#app/queries/document/file.ts';
import { query } from '#app/queries/query.ts';
import { namedColumns, namedVersion } from '#app/queries/signature.ts';

/**
 * The recorded comparison with this fingerprint, for those who may read both versions, and for those whose signature
 * names it. `readable`: which of both the viewer may read now.
 */
export const recordedComparison = query({
  name: 'document.comparison',
  input: z.object({ document: sentUid(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  permission: 'signed-in',
  async run({ document, sha256 }, { db, viewer }) {
    const row = await db
      .selectFrom('read.comparison as c')
      .innerJoin('read.document as d', 'd.uid', 'c.document_uid')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'c.document_uid').onRef('v.version', '=', 'c.to_version'),
      )
      .select(namedColumns)
      .select(['c.from_version as from', 'c.to_version as to', 'c.sha256', 'c.file'])
      .where('c.document_uid', '=', document)
      .where('c.sha256', '=', sha256)
      .orderBy('c.made_at')
      .limit(1)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    const { from, to, file } = row;
    const readable: string[] = [];
    for (const version of [from, to]) {
      const found = await findFile(db, { document, version, kind: 'final', purpose: 'manage' }, viewer);
      if (found.ok) readable.push(version);
    }
    const signed = await db
      .selectFrom('read.approval')
      .select('uid')
      .where('document_uid', '=', document)
      .where('comparison', '=', sha256)
      .where((eb) => eb.fn.coalesce('signer_uid', 'user_uid'), '=', viewer.uid)
      .unionAll(
        db
          .selectFrom('read.training_record')
          .select('uid')
          .where('document_uid', '=', document)
          .where('comparison', '=', sha256)
          .where('user_uid', '=', viewer.uid),
      )
      .limit(1)
      .executeTakeFirst();
    if (readable.length < 2 && !signed) return refuse('not_found');
    return ok({ of: namedVersion(row), from, to, sha256, file, readable });
  },
});
