import { sql, type RawBuilder } from 'kysely';
import type { DocumentType } from '#events/document/events.ts';
import type { SignatureMeaning } from '#events/signature-meaning.ts';
import type { Instant } from '#events/time.ts';
import { inArea } from '#app/reports/queries/documents.ts';
import { departmentsOf, personMatches } from '#app/reports/queries/people.ts';
import { partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';
import { areaNamed } from '#app/organisation/queries/area-named.ts';

/** One training record with its person and its document. */
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
  assignedAt: Instant;
  dueAt: Instant;
  /** Open and due before the time of the position. */
  overdue: boolean;
  /** The version whose signature counts, where training is carried over. */
  carriedFrom: string | null;
  /** When that version was signed. */
  carriedSignedAt: Instant | null;
  /** Of an imported record: the day of completion that its source claims (`2026-03-12`). */
  claimedOn: string | null;
  /** Null while it is open, and where training is carried over. */
  signedAt: Instant | null;
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

/** The number of records of a report, and of each person in the order of the rows. */
export interface RecordCounts {
  totals: RecordTotals;
  people: { person: string; records: number }[];
}

/** A part of the rows: `limit` records of these people from `offset` on. */
export interface RecordPart extends Part {
  people: string[];
}

const statusMatches = ({ gaps }: ReportFilters): RawBuilder<unknown> =>
  gaps ? sql`t.status = 'OPEN'` : sql`t.status in ('OPEN', 'COMPLETED')`;

/**
 * Training records by person and document, open ones last, without cancelled ones; `gaps`: only open ones. Deactivated
 * people count with signed records. Departments are read once for each person.
 */
export const streamRecords = (source: Source, filters: ReportFilters, part?: RecordPart): AsyncGenerator<RecordRow> => {
  const { table } = source;
  return streamRows(
    source,
    sql<RecordRow>`
      with person as materialized (
        select u.*, ${departmentsOf(source)} as departments from ${table('user_account')} u
        where ${personMatches(source, filters)} and ${part ? sql`u.uid = any(${part.people}::uuid[])` : sql`true`}
      )
      select t.uid as record, u.uid as person, u.full_name as "personName", u.email, u.departments,
             v.name as title, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", t.version,
             t.status, t.assigned_because as because, t.claimed ->> 'completedOn' as "claimedOn",
             t.assigned_at as "assignedAt", t.due_at as "dueAt",
             t.status = 'OPEN' and t.due_at < ${source.at}::timestamptz as overdue,
             t.carried_from as "carriedFrom",
             case when t.carried_from is not null then t.signed_at end as "carriedSignedAt",
             case when t.carried_from is null and t.claimed is null then t.signed_at end as "signedAt",
             t.signer_name as "signerName", t.meaning, t.sha256
      from ${table('training_record')} t
      join person u on u.org_id = t.org_id and u.uid = t.user_uid
      join ${table('document_version')} v
        on v.org_id = t.org_id and v.document_uid = t.document_uid and v.version = t.version
      join ${table('document')} d on d.org_id = t.org_id and d.uid = t.document_uid
      where ${statusMatches(filters)}
        and ${inArea(filters.area)}
      order by u.full_name_folded, u.uid, d.functional_area collate "C", d.type collate "C", d.doc_num collate "C",
               v.version_order, t.assigned_position, t.uid ${partOf(part)}`,
  );
};

/** The people and the offset of a part of all records, so that only their records are sorted. */
export function partOfRecords({ people }: RecordCounts, { offset, limit }: Part): RecordPart {
  const part: RecordPart = { people: [], offset: 0, limit };
  let before = 0;
  for (const { person, records } of people) {
    if (before + records > offset && before < offset + limit) {
      if (part.people.length === 0) part.offset = offset - before;
      part.people.push(person);
    }
    before += records;
  }
  return part;
}

/** Counts the records of each person from indexes alone: by person, or with an area by document. */
export async function countRecords(source: Source, filters: ReportFilters): Promise<RecordCounts> {
  const { db, table, at } = source;
  const { area, department, person } = filters;
  const ofArea =
    area === undefined
      ? sql``
      : sql`join ${table('document')} d
        on d.org_id = t.org_id and d.uid = t.document_uid and d.functional_area = ${areaNamed(area)}`;
  const ofPeople =
    department === undefined && person === undefined
      ? sql`true`
      : sql`t.user_uid in (select u.uid from ${table('user_account')} u where ${personMatches(source, filters)})`;
  const counts = sql`count(*) as records, count(*) filter (where t.status = 'OPEN') as open
    from ${table('training_record')} t ${ofArea} where ${statusMatches(filters)}`;
  const each =
    area === undefined || person !== undefined
      ? sql`cross join lateral (select ${counts} and t.org_id = u.org_id and t.user_uid = u.uid) c`
      : sql`join (select t.user_uid, ${counts} and ${ofPeople} group by t.user_uid) c on c.user_uid = u.uid`;
  const { rows } = await sql<{ person: string; records: string; open: string }>`
    select u.uid as person, c.records, c.open from ${table('user_account')} u ${each}
    where c.records > 0 and ${personMatches(source, filters)} order by u.full_name_folded, u.uid`.execute(db);
  const people = rows.map((row) => ({ person: row.person, records: Number(row.records), open: Number(row.open) }));
  const late = await sql<{ count: string }>`
    select count(*) as count from ${table('training_record')} t ${ofArea}
    where t.status = 'OPEN' and t.due_at < ${at}::timestamptz and ${ofPeople}`.execute(db);
  const records = people.reduce((sum, one) => sum + one.records, 0);
  const open = people.reduce((sum, one) => sum + one.open, 0);
  const totals = { records, signed: records - open, open, overdue: Number(late.rows[0]?.count ?? 0) };
  return { totals, people };
}
