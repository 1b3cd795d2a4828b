import { z } from 'zod';
import type { DocumentType } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import { query } from '#app/queries/query.ts';

/** A signature as it is shown to the one who gave it. `signedAt`: ISO 8601 in UTC. */
export interface OwnSignature {
  printedName: string;
  meaning: SignatureMeaning;
  reason: string;
  sha256: string;
  signedAt: string;
}

/** A document by what names it. */
export interface NamedVersion {
  document: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  name: string;
}

const signed = ['a.signer_name', 'a.meaning', 'a.reason', 'a.sha256', 'a.signed_at'] as const;

/** The columns of a signature that was given, put together; null while it is not. */
export const signatureOf = (row: {
  signer_name: string | null;
  meaning: SignatureMeaning | null;
  reason: string | null;
  sha256: string | null;
  signed_at: string | null;
}): OwnSignature | null =>
  row.signer_name && row.meaning && row.sha256 && row.signed_at
    ? {
        printedName: row.signer_name,
        meaning: row.meaning,
        reason: row.reason ?? '',
        sha256: row.sha256,
        signedAt: row.signed_at,
      }
    : null;

/** The viewer's latest signature on a document's approval, and what else awaits the viewer's approval, oldest first. */
export const signedApproval = query({
  name: 'approval.signed',
  input: z.object({ document: z.string().toLowerCase() }),
  permission: 'signed-in',
  async run(
    { document },
    { db, viewer },
  ): Promise<Result<{ of: NamedVersion; signature: OwnSignature; next: NamedVersion | null; waiting: number }>> {
    if (!z.uuid().safeParse(document).success) return refuse('not_found');
    const approvals = db
      .selectFrom('read.approval as a')
      .innerJoin('read.document as d', 'd.uid', 'a.document_uid')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'a.document_uid').onRef('v.version', '=', 'a.version'),
      )
      .select(['a.document_uid as document', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum'])
      .select(['a.version', 'v.name'])
      .where('a.user_uid', '=', viewer.uid);
    const row = await approvals
      .select(signed)
      .where('a.document_uid', '=', document)
      .where('a.signed_at', 'is not', null)
      .orderBy('a.signed_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const signature = row && signatureOf(row);
    if (!row || !signature) return refuse('not_found');
    const open = await approvals
      .where('a.status', '=', 'OPEN')
      .where('d.status', '=', 'IN_REVIEW')
      .whereRef('a.version', '=', 'd.version')
      .orderBy('a.requested_at')
      .execute();
    const of = { ...row, document };
    return ok({ of: namedVersion(of), signature, next: open[0] ?? null, waiting: open.length });
  },
});

/** Only what names the version. */
export const namedVersion = ({
  document,
  type,
  functionalArea,
  docNum,
  version,
  name,
}: NamedVersion): NamedVersion => ({
  document,
  type,
  functionalArea,
  docNum,
  version,
  name,
});
