import { z } from 'zod';
import type { VersionChange } from '#events/document/change.ts';
import type { StoredFile } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import { readOpenedPdf, type OpenedPdf } from '#app/documents/queries/opened-pdf.ts';
import { readSinceSigned, type SinceSigned } from '#app/comparison/queries/since-signed.ts';
import { ownCounts } from '#app/training/queries/own-counts.ts';
import { namedVersion, signatureOf, type NamedVersion } from '#app/kit/query/signature.ts';
import type { OpenRecord } from '#app/training/queries/list-open.ts';
import { dueDay, trainingRecords } from '#app/training/queries/records.ts';
import { query } from '#app/kit/query/query.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** A training record for its person to read and sign. */
export interface RecordToSign {
  record: string;
  of: NamedVersion;
  owner: string;
  effectiveAt: Instant | null;
  /** The IANA zone that the effective date was chosen in. */
  effectiveZone: string | null;
  dueAt: Instant;
  assignedAt: Instant;
  /** What the version changes and why; null where nobody said so. */
  change: VersionChange | null;
  /** The PDF that a signature binds: the one opened last; before that the signed PDF, else the original. */
  kind: 'signed' | 'final';
  file: StoredFile;
  opened: OpenedPdf | null;
  /** What the version is compared with for the viewer; null where there is nothing to compare with. */
  since: SinceSigned | null;
}

/**
 * The viewer's open training record by uid. Refuses `not_found`, `record_not_yours`, `record_already_completed`, and
 * `record_not_open` if it was cancelled.
 */
export const recordToSign = query({
  name: 'training.to_sign',
  input: z.object({ record: z.string() }),
  permission: 'training.sign',
  async run({ record }, { db, viewer }): Promise<Result<RecordToSign>> {
    if (!z.uuid().safeParse(record).success) return refuse('not_found');
    const row = await trainingRecords(db)
      .innerJoin('read.user_account as o', 'o.uid', 'd.owner_uid')
      .select([
        't.user_uid',
        't.status',
        't.due_at as dueAt',
        't.assigned_at as assignedAt',
        nameApart('o').as('owner'),
      ])
      .select(['v.effective_at as effectiveAt', 'v.effective_zone as effectiveZone', 'v.final_file', 'v.signed_file'])
      .select('v.change')
      .where('t.uid', '=', record)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    if (row.user_uid !== viewer.uid) return refuse('record_not_yours');
    if (row.status === 'COMPLETED') return refuse('record_already_completed');
    if (row.status === 'CANCELLED') return refuse('record_not_open');
    const { document, version } = row;
    const pdfs = [row.final_file, row.signed_file];
    const opened = await readOpenedPdf(db, { document, version, user: viewer.uid, pdfs, since: row.assignedAt });
    // What is attached to the pages of signatures is read by itself.
    const useFinal = opened?.sha256 === row.final_file.sha256 || row.signed_file?.isAttached;
    const signed = useFinal ? null : row.signed_file;
    const { owner, effectiveAt, effectiveZone, dueAt, assignedAt } = row;
    const file = signed ?? row.final_file;
    const kind = signed ? 'signed' : 'final';
    return ok({
      record,
      of: namedVersion(row),
      owner,
      effectiveAt,
      effectiveZone,
      dueAt,
      assignedAt,
      change: row.change,
      kind,
      file,
      opened,
      since: await readSinceSigned(db, { document, version, user: viewer.uid }),
    });
  },
});

/** A training record that the viewer has signed, and the remaining open training, the most urgent first. */
export const signedRecord = query({
  name: 'training.signed',
  input: z.object({ record: z.string() }),
  permission: 'training.view_own',
  async run({ record }, { db, viewer }) {
    if (!z.uuid().safeParse(record).success) return refuse('not_found');
    const records = trainingRecords(db).select('t.uid as record').where('t.user_uid', '=', viewer.uid);
    const row = await records
      .select(['t.signer_name', 't.signed_name', 't.meaning', 't.reason', 't.sha256', 't.signed_at', 't.signed_with'])
      .select('t.comparison')
      .where('t.uid', '=', record)
      .executeTakeFirst();
    const signature = row && signatureOf(row);
    if (!row || !signature) return refuse('not_found');
    const open: OpenRecord | undefined = await records
      .select(['v.effective_at as effectiveAt', 'v.effective_zone as effectiveZone', 't.due_at as dueAt'])
      .where('t.status', '=', 'OPEN')
      .orderBy(dueDay)
      .orderBy('v.effective_at')
      .orderBy('t.uid')
      .limit(1)
      .executeTakeFirst();
    const { training } = await ownCounts(db, viewer.uid);
    return ok({ of: namedVersion(row), signature, next: open ?? null, waiting: training });
  },
});
