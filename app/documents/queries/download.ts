import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { fileRequest, findFile, type FileRequest } from '#app/documents/queries/file.ts';
import { pdfToTake } from '#app/documents/words/pdf-to-take.ts';
import { query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

const of = { document: z.uuid(), version: fileRequest.shape.version.optional() };

interface Row {
  version: string;
  effective_version: string | null;
  training_version: string | null;
}

const find = (db: Kysely<Database>, document: string): Promise<Row | undefined> =>
  db
    .selectFrom('read.document')
    .select(['version', 'effective_version', 'training_version'])
    .where('uid', '=', document)
    .executeTakeFirst();

async function pdfOf(db: Kysely<Database>, document: string, version: string): Promise<'signed' | 'final'> {
  const row = await db
    .selectFrom('read.document_version')
    .select(['approved_at as approvedAt', 'claimed'])
    .where('document_uid', '=', document)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ? pdfToTake(row) : 'final';
}

/** The request if the person may have the file; else the refusal of `findFile`. A signed PDF is made when taken. */
async function allowed(db: Kysely<Database>, request: FileRequest, viewer: Viewer) {
  const found = await findFile(db, { ...request, kind: request.kind === 'signed' ? 'final' : request.kind }, viewer);
  return found.ok ? ok(request) : found;
}

/** The working file of this version, or of the one in progress. */
export const workingDownload = query({
  name: 'document.download_working',
  input: z.object(of),
  permission: 'document.view_working',
  async run({ document, version }, { db, viewer }) {
    const row = await find(db, document);
    if (!row) return refuse('not_found');
    return allowed(db, { document, version: version ?? row.version, kind: 'working', purpose: 'manage' }, viewer);
  },
});

/** The PDF to read or save: of this version, or of the one in force. */
export const effectiveDownload = query({
  name: 'document.download_effective',
  input: z.object({ ...of, original: z.boolean().optional() }),
  permission: 'document.view_effective',
  async run({ document, version: asked, original }, { db, viewer }) {
    if (original && !roleMay(viewer.role, 'document.view_working')) return refuse('not_allowed');
    const row = await find(db, document);
    const version = asked ?? row?.effective_version;
    if (!row || !version) return refuse('not_found');
    const purpose = version === row.effective_version ? 'effective' : 'manage';
    const kind = original ? 'final' : await pdfOf(db, document, version);
    return allowed(db, { document, version, kind, purpose, original }, viewer);
  },
});

/**
 * The PDF to sign: of this version, of the one that awaits the person, or with `working` of the one in progress. For
 * approvers and trainees it is the very file that the signature binds.
 */
export const trainingDownload = query({
  name: 'document.download_training',
  input: z.object({ ...of, working: z.boolean().default(false) }),
  permission: 'document.view_effective',
  async run({ document, version: asked, working }, { db, viewer }) {
    const row = await find(db, document);
    if (!row) return refuse('not_found');
    const trained = db
      .selectFrom('read.training_record')
      .select('version')
      .where('document_uid', '=', document)
      .where('user_uid', '=', viewer.uid);
    const open = await trained.where('status', '=', 'OPEN').orderBy('due_at').limit(1).executeTakeFirst();
    const version = asked ?? (working ? row.version : (open?.version ?? row.training_version ?? row.version));
    const approver = await db
      .selectFrom('read.approval')
      .select('uid')
      .where('document_uid', '=', document)
      .where('version', '=', version)
      .where('user_uid', '=', viewer.uid)
      .where('status', '=', 'OPEN')
      .executeTakeFirst();
    if (approver) return allowed(db, { document, version, kind: 'final', purpose: 'approval' }, viewer);
    const record = await trained
      .where('version', '=', version)
      .where('status', '<>', 'CANCELLED')
      .limit(1)
      .executeTakeFirst();
    const kind = await pdfOf(db, document, version);
    return allowed(db, { document, version, kind, purpose: record ? 'training' : 'manage' }, viewer);
  },
});
