import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { findFile, type FoundFile } from '#app/documents/queries/file.ts';
import { query } from '#app/kit/query/query.ts';
import { namedColumns, namedVersion } from '#app/kit/query/signature.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

interface ComparisonKey {
  document: string;
  from: string;
  to: string;
  sha256: string;
}

/** The final PDFs of both versions that the viewer may read now, the older one first. */
async function readableFiles(db: Kysely<Database>, asked: ComparisonKey, viewer: Viewer): Promise<FoundFile[]> {
  const { document, from, to } = asked;
  const files: FoundFile[] = [];
  for (const version of [from, to]) {
    const found = await findFile(db, { document, version, kind: 'final', purpose: 'manage' }, viewer);
    if (found.ok) files.push(found.value);
  }
  return files;
}

/** Whether a signature of this person names the comparison. */
async function hasSigned(db: Kysely<Database>, { document, sha256 }: ComparisonKey, user: string): Promise<boolean> {
  const signed = await db
    .selectFrom('read.approval')
    .select('uid')
    .where('document_uid', '=', document)
    .where('comparison', '=', sha256)
    .where((eb) => eb.fn.coalesce('signer_uid', 'user_uid'), '=', user)
    .unionAll(
      db
        .selectFrom('read.training_record')
        .select('uid')
        .where('document_uid', '=', document)
        .where('comparison', '=', sha256)
        .where('user_uid', '=', user),
    )
    .limit(1)
    .executeTakeFirst();
  return signed !== undefined;
}

/** Those who may read both versions may have a comparison of them, and those whose signature names it. */
export const mayOpenComparison = async (db: Kysely<Database>, asked: ComparisonKey, viewer: Viewer): Promise<boolean> =>
  (await readableFiles(db, asked, viewer)).length === 2 || hasSigned(db, asked, viewer.uid);

/** The recorded comparison with this fingerprint. `files`: the final PDFs that the viewer may read now. */
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
    const asked = { document, from, to, sha256 };
    const files = await readableFiles(db, asked, viewer);
    if (files.length < 2 && !(await hasSigned(db, asked, viewer.uid))) return refuse('not_found');
    return ok({ of: namedVersion(row), from, to, sha256, file, files });
  },
});
