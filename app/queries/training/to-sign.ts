import { z } from 'zod';
import type { StoredFile } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { readOpenedPdf, type OpenedPdf } from '#app/queries/approval/opened-pdf.ts';
import { namedVersion, signatureOf, type NamedVersion, type OwnSignature } from '#app/queries/approval/signed.ts';
import type { OpenRecord } from '#app/queries/training/list-open.ts';
import { query } from '#app/queries/query.ts';

/** A training record that its person reads and signs. Moments are ISO 8601 in UTC. */
export interface RecordToSign {
  record: string;
  of: NamedVersion;
  owner: string;
  effectiveAt: string | null;
  dueAt: string;
  assignedAt: string;
  /** The PDF that a signature would bind: the one opened last; before that the signed PDF where it is made, else the original. */
  kind: 'signed' | 'final';
  file: StoredFile;
  opened: OpenedPdf | null;
}

/**
 * The viewer's open training record by its uid. Refuses `not_found`, `record_not_yours`, `record_already_completed`, and
 * `record_not_open` where it was cancelled.
 */
export const recordToSign = query({
  name: 'training.to_sign',
  input: z.object({ record: z.string() }),
  permission: 'training.sign',
  async run({ record }, { db, viewer }): Promise<Result<RecordToSign>> {
    if (!z.uuid().safeParse(record).success) return refuse('not_found');
    const row = await db
      .selectFrom('read.training_record as t')
      .innerJoin('read.document as d', 'd.uid', 't.document_uid')
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 't.document_uid').onRef('v.version', '=', 't.version'),
      )
      .select([
        't.user_uid',
        't.status',
        't.due_at',
        't.assigned_at',
        't.document_uid as document',
        't.version',
        'd.type',
        'd.functional_area as functionalArea',
        'd.doc_num as docNum',
        'o.full_name as owner',
        'v.name',
        'v.effective_at',
        'v.final_file',
        'v.signed_file',
      ])
      .where('t.uid', '=', record)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    if (row.user_uid !== viewer.uid) return refuse('record_not_yours');
    if (row.status === 'COMPLETED') return refuse('record_already_completed');
    if (row.status === 'CANCELLED') return refuse('record_not_open');
    const { document, version } = row;
    const pdfs = [row.final_file, row.signed_file];
    const opened = await readOpenedPdf(db, { document, version, user: viewer.uid, pdfs });
    const signed = opened?.sha256 === row.final_file.sha256 ? null : row.signed_file;
    return ok({
      record,
      of: namedVersion(row),
      owner: row.owner,
      effectiveAt: row.effective_at,
      dueAt: row.due_at,
      assignedAt: row.assigned_at,
      kind: signed ? 'signed' : 'final',
      file: signed ?? row.final_file,
      opened,
    });
  },
});

/** A training record that the viewer has signed, and what is still to be trained on, the most urgent first. */
export const signedRecord = query({
  name: 'training.signed',
  input: z.object({ record: z.string() }),
  permission: 'training.view_own',
  async run(
    { record },
    { db, viewer },
  ): Promise<
    Result<{
      of: NamedVersion;
      signature: OwnSignature;
      next: OpenRecord | null;
      waiting: number;
    }>
  > {
    if (!z.uuid().safeParse(record).success) return refuse('not_found');
    const records = db
      .selectFrom('read.training_record as t')
      .innerJoin('read.document as d', 'd.uid', 't.document_uid')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 't.document_uid').onRef('v.version', '=', 't.version'),
      )
      .select(['t.uid as record', 't.document_uid as document', 't.version', 'v.name'])
      .select(['d.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum'])
      .where('t.user_uid', '=', viewer.uid);
    const row = await records
      .select(['t.signer_name', 't.meaning', 't.reason', 't.sha256', 't.signed_at'])
      .where('t.uid', '=', record)
      .executeTakeFirst();
    const signature = row && signatureOf(row);
    if (!row || !signature) return refuse('not_found');
    const open = await records
      .select(['v.effective_at as effectiveAt', 't.due_at as dueAt'])
      .where('t.status', '=', 'OPEN')
      .orderBy('v.effective_at')
      .orderBy('t.due_at')
      .orderBy('t.uid')
      .limit(1)
      .executeTakeFirst();
    const { count } = await db
      .selectFrom('read.training_record')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_uid', '=', viewer.uid)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow();
    return ok({ of: namedVersion(row), signature, next: open ?? null, waiting: Number(count) });
  },
});
