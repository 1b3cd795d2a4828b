import { sql, type RawBuilder } from 'kysely';
import type { DocumentType } from '#events/document/events.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import { departmentsOf, personMatches } from '#app/queries/report/people.ts';
import { partOf, streamRows, type Part, type Source } from '#app/queries/report/source.ts';
import type { ReportFilters } from '#app/queries/report/names.ts';

/** One training record with its person and its document. Times are ISO 8601 in UTC. */
export interface RecordRow {
  record: string;
  person: string;
  personName: string;
  email: string;
  departments: string[];
  title: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  status: 'OPEN' | 'COMPLETED';
  because: string;
  assignedAt: string;
  dueAt: string;
  /** Open and due before the position's moment. */
  overdue: boolean;
  /** Null while it is open. */
  signedAt: string | null;
  /** The printed name at the time of signing. */
  signerName: string | null;
  meaning: SignatureMeaning | null;
  /** Of the exact PDF that was signed. */
  sha256: string | null;
}

export interface RecordTotals {
  records: number;
  signed: number;
  open: number;
  overdue: number;
}

/**
 * Whose records are told: people who are deactivated have no open ones (those were cancelled), and what they signed stays theirs, in
 * their own Training Record and in the organisation's. Cancelled records were never training.
 */
const matching = (
  source: Source,
  filters: ReportFilters,
  people: RawBuilder<unknown> = source.table('user_account'),
): RawBuilder<unknown> => {
  const { table } = source;
  return sql`
    from ${table('training_record')} t
    join ${people} u on u.org_id = t.org_id and u.uid = t.user_uid
    join ${table('document_version')} v on v.org_id = t.org_id and v.document_uid = t.document_uid and v.version = t.version
    join ${table('document')} d on d.org_id = t.org_id and d.uid = t.document_uid
    where ${filters.gaps ? sql`t.status = 'OPEN'` : sql`t.status in ('OPEN', 'COMPLETED')`}
      and ${filters.area === undefined ? sql`true` : sql`d.functional_area = ${filters.area}`}
      and ${filters.document === undefined ? sql`true` : sql`d.uid = ${filters.document}`}
      and ${personMatches(source, filters)}`;
};

/**
 * Training records by person and document, the open ones of a document last. `gaps`: the open ones alone. The departments are read once for
 * each person: read for each record, they are read for every one before the page that is shown too.
 */
export const streamRecords = (source: Source, filters: ReportFilters, part?: Part): AsyncGenerator<RecordRow> =>
  streamRows(
    source,
    sql<RecordRow>`
      with person as materialized (
        select u.*, ${departmentsOf(source)} as departments from ${source.table('user_account')} u
        where ${personMatches(source, filters)}
      )
      select t.uid as record, u.uid as person, u.full_name as "personName", u.email, u.departments,
             v.name as title, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", t.version,
             t.status, t.assigned_because as because, t.assigned_at as "assignedAt", t.due_at as "dueAt",
             t.status = 'OPEN' and t.due_at < ${source.at}::timestamptz as overdue,
             t.signed_at as "signedAt", t.signer_name as "signerName", t.meaning, t.sha256
      ${matching(source, filters, sql`person`)}
      order by u.full_name_folded, u.uid, d.functional_area collate "C", d.type collate "C", d.doc_num collate "C",
               v.version_order, t.assigned_position, t.uid ${partOf(part)}`,
  );

export async function countRecords(source: Source, filters: ReportFilters): Promise<RecordTotals> {
  const { rows } = await sql<Record<keyof RecordTotals, string>>`
    select count(*) as records, count(*) filter (where t.status = 'COMPLETED') as signed,
           count(*) filter (where t.status = 'OPEN') as open,
           count(*) filter (where t.status = 'OPEN' and t.due_at < ${source.at}::timestamptz) as overdue
    ${matching(source, filters)}`.execute(source.db);
  const [row] = rows;
  return {
    records: Number(row?.records ?? 0),
    signed: Number(row?.signed ?? 0),
    open: Number(row?.open ?? 0),
    overdue: Number(row?.overdue ?? 0),
  };
}
