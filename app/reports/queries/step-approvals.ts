import { sql, type RawBuilder } from 'kysely';
import type { DocumentType } from '#events/document/events.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import type { Instant } from '#events/time.ts';
import { inArea } from '#app/reports/queries/documents.ts';
import { personMatches } from '#app/reports/queries/people.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** An approval that was asked for. */
export interface ApprovalRow {
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  /** Of the route: its number, from 1, and its name; null without one. */
  step: number | null;
  stepName: string | null;
  /** Who was asked. */
  approver: string;
  email: string;
  /** The deputy who signed. */
  deputy: string | null;
  meaning: SignatureMeaning | null;
  requestedAt: Instant;
  signedAt: Instant | null;
  /** When the step's days end. */
  dueAt: Instant | null;
  /** Days of 24 hours from the request to the signature, or to the moment of the report. */
  days: number;
}

/** Which approvals a report lists: all with their time, those whose step's days are over, those signed by deputies. */
export type ApprovalReport = 'approval-times' | 'overdue-approvals' | 'deputy-signatures';

type Narrowed = Pick<ReportFilters, 'area' | 'department' | 'person'>;

const isListed = ({ at }: Source, report: ApprovalReport): RawBuilder<boolean> => {
  const isOpen = sql`a.status = 'OPEN' and d.status = 'IN_REVIEW' and d.version = a.version`;
  switch (report) {
    case 'approval-times':
      return sql`(a.signed_at is not null or (${isOpen}))`;
    case 'overdue-approvals':
      return sql`${isOpen} and t.due_at < ${at}`;
    case 'deputy-signatures':
      return sql`a.signer_uid is not null`;
  }
};

const from = (source: Source, report: ApprovalReport, { area, ...filters }: Narrowed): RawBuilder<unknown> => {
  const { table } = source;
  return sql`
    ${table('approval')} a
    join ${table('document')} d on d.org_id = a.org_id and d.uid = a.document_uid
    join ${table('document_version')} v
      on v.org_id = a.org_id and v.document_uid = a.document_uid and v.version = a.version
    join ${table('user_account')} u on u.org_id = a.org_id and u.uid = a.user_uid
    cross join lateral (select case when a.signed_at is null then u.full_name
      when a.signer_uid is null then a.signer_name else a.user_name end as name) n
    left join ${table('version_step')} t
      on t.org_id = a.org_id and t.document_uid = a.document_uid and t.version = a.version and t.step = a.step
    where ${isListed(source, report)} and ${inArea(area)}
      and ${personMatches(source, filters)}`;
};

/** The approvals of the report: by document, version and step, and in a step in the order in which they were signed. */
export const streamApprovals = (
  source: Source,
  report: ApprovalReport,
  filters: Narrowed,
  part?: Part,
): AsyncGenerator<ApprovalRow> =>
  streamRows(
    source,
    sql<ApprovalRow>`
      select v.name, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", a.version, a.step,
             t.name as "stepName", ${nameApart('u', 'n.name')} as approver, u.email,
             case when a.signer_uid is null then null else a.signer_name end as deputy, a.meaning,
             a.requested_at as "requestedAt", a.signed_at as "signedAt", t.due_at as "dueAt",
             round((extract(epoch from coalesce(a.signed_at, ${source.at}::timestamptz) - a.requested_at)
                    / 86400)::numeric, 1)::float8 as days
      from ${from(source, report, filters)}
      order by d.name_folded, d.uid, v.version_order, a.step nulls first, a.signed_at, a.requested_at, a.uid
      ${partOf(part)}`,
  );

export const countApprovals = (source: Source, report: ApprovalReport, filters: Narrowed): Promise<number> =>
  countRows(source, from(source, report, filters));
