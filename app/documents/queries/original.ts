import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { fileRequest, findFile } from '#app/documents/queries/file.ts';
import { query } from '#app/kit/query/query.ts';

/**
 * The exact PDF that signatures on a version bind (default: the version in force), for those who get it without a
 * stamp: authors and admins, and people who train on it. Refuses with `not_allowed` who would get a controlled copy.
 */
export const originalPdf = query({
  name: 'document.original',
  input: z.object({ document: z.uuid(), version: fileRequest.shape.version.optional() }),
  permission: 'document.view_effective',
  async run({ document, version: asked }, { db, viewer }) {
    const row = await db
      .selectFrom('read.document')
      .select('effective_version')
      .where('uid', '=', document)
      .executeTakeFirst();
    const version = asked ?? row?.effective_version;
    if (!version) return refuse('not_found');
    const request = { document, version, kind: 'final', purpose: 'training', original: true } as const;
    const found = await findFile(db, request, viewer);
    if (!found.ok) return found;
    if (found.value.standing !== null) return refuse('not_allowed');
    return ok({ document, version, file: found.value.file });
  },
});
