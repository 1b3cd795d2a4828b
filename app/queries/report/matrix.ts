import { sql, type RawBuilder } from 'kysely';
import { trainingRate } from '#events/training/record.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import type { DocumentType } from '#events/document/events.ts';
import { inOrder } from '#app/queries/department/in-order.ts';
import { departmentsOf, personMatches } from '#app/queries/report/people.ts';
import { partOf, streamRows, type Part, type Source } from '#app/queries/report/source.ts';
import type { ReportFilters } from '#app/queries/report/names.ts';

/** A column of the matrix: a version in force. */
export interface MatrixDocument {
  uid: string;
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
}

/** A row of the matrix. `cells` has one word a document, with commas between: see `cellOf`. */
export interface MatrixPerson {
  uid: string;
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: string[];
  /** The department under which the person stands; null where there is none. */
  group: string | null;
  cells: string;
  signed: number;
  due: number;
  overdue: number;
}

/** What a cell says: when it was signed, or when it is due, as a day of the organisation's; null where nobody was assigned. */
export type MatrixCell = { state: 'signed' | 'due' | 'overdue'; date: string } | null;

/** `Signed 2026-03-12`, `Due 2026-04-01`, `Overdue 2026-03-01`, or nothing. */
export function cellOf(word: string): MatrixCell {
  if (word === '') return null;
  const state = word.startsWith('S') ? 'signed' : word.startsWith('D') ? 'due' : 'overdue';
  return { state, date: word.slice(-10) };
}

/** `offset 0`: looked for document by document, or person by person, which ends at the first; joined, every open record would be read. */
const openFor = ({ table }: Source, documentAndVersion: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from ${table('training_record')} g where g.status = 'OPEN' and ${documentAndVersion} offset 0)`;

/** The versions in force, by functional area, type and number. With `gaps` those that somebody has still to sign. */
export async function readMatrixDocuments(source: Source, { area, gaps }: ReportFilters): Promise<MatrixDocument[]> {
  const { table } = source;
  const { rows } = await sql<MatrixDocument>`
    select d.uid, v.name, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", v.version
    from ${table('document_version')} v
    join ${table('document')} d on d.org_id = v.org_id and d.uid = v.document_uid
    where v.status = 'EFFECTIVE' and ${area === undefined ? sql`true` : sql`d.functional_area = ${area}`}
      and ${gaps ? openFor(source, sql`g.org_id = v.org_id and g.document_uid = v.document_uid and g.version = v.version`) : sql`true`}
    order by d.functional_area collate "C", d.type collate "C", d.doc_num collate "C", d.uid`.execute(source.db);
  return rows;
}

/** The active and invited people, by department and name. A person in several departments stands under the first of them. */
const peopleOf = (
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixDocument[],
): RawBuilder<unknown> => {
  const { table } = source;
  const { department } = filters;
  // `is true` below keeps it out of the index, in which each of ten thousand documents would be looked up for each person.
  const listed = sql`(${documents.map(({ uid }) => uid)})::uuid[]`;
  return sql`
    from ${table('user_account')} u
    left join lateral (
      select d.name, d.name_folded from ${table('user_department')} m
      join ${table('department')} d on d.org_id = m.org_id and d.uid = m.department_uid
      where m.org_id = u.org_id and m.user_uid = u.uid
        and ${department === undefined ? sql`true` : sql`m.department_uid = ${department}`}
      order by ${inOrder('d.name_folded')}, d.uid limit 1
    ) g on true
    where u.status <> 'INACTIVE' and ${personMatches(source, filters)}
      and ${filters.gaps ? openFor(source, sql`g.org_id = u.org_id and g.user_uid = u.uid and (g.document_uid = any(${listed})) is true`) : sql`true`}`;
};

export async function countMatrixPeople(
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixDocument[],
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count ${peopleOf(source, filters, documents)}`.execute(source.db);
  return Number(rows[0]?.count ?? 0);
}

/** The longest of their names, by which a column of them is as wide as it must be: the widest has not always the most letters. */
export async function readLongestNames(
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixDocument[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.full_name as name ${peopleOf(source, filters, documents)}
    order by length(u.full_name) desc, u.uid limit 20`.execute(source.db);
  return rows.map(({ name }) => name);
}

/** The matrix person by person, each with the word of every document, made by the database: a million cells are two thousand rows. */
export const matrixRows = (
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixDocument[],
  part?: Part,
): RawBuilder<MatrixPerson> => {
  const { table, zone, at } = source;
  const day = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${zone}::text)::date`;
  return sql<MatrixPerson>`
    with wanted as materialized (
      select * from unnest(${documents.map(({ uid }) => uid)}::uuid[], ${documents.map(({ version }) => version)}::text[])
        with ordinality w(document_uid, version, place)
    ), person as (
      select u.org_id, u.uid, u.full_name as name, u.full_name_folded as folded, u.email, u.role, u.status,
             ${departmentsOf(source)} as departments, g.name as "group",
             ${inOrder('g.name_folded')} as group_order, g.name_folded as group_folded
      ${peopleOf(source, filters, documents)}
      order by group_order, group_folded, u.full_name_folded, u.uid
      ${partOf(part)}
    )
    select u.uid, u.name, u.email, u.role, u.status, u.departments, u."group",
           c.cells, c.signed::integer as signed, c.due::integer as due, c.overdue::integer as overdue
    from person u
    cross join lateral (
      select coalesce(string_agg(coalesce(x.word, ''), ',' order by w.place), '') as cells,
             count(*) filter (where x.word like 'S%') as signed, count(*) filter (where x.word like 'D%') as due,
             count(*) filter (where x.word like 'O%') as overdue
      from wanted w
      left join (
        select t.document_uid, t.version,
               case when bool_or(t.status = 'OPEN') then
                 case when min(t.due_at) filter (where t.status = 'OPEN') < ${at}::timestamptz then 'Overdue ' else 'Due ' end
                 || ${day(sql`min(t.due_at) filter (where t.status = 'OPEN')`)}
               else 'Signed ' || ${day(sql`max(t.signed_at)`)} end as word
        from ${table('training_record')} t
        where t.org_id = u.org_id and t.user_uid = u.uid and t.status in ('OPEN', 'COMPLETED')
        group by t.document_uid, t.version
      ) x on x.document_uid = w.document_uid and x.version = w.version
    ) c
    order by u.group_order, u.group_folded, u.folded, u.uid`;
};

export const streamMatrix = (
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixDocument[],
  part?: Part,
): AsyncGenerator<MatrixPerson> => streamRows(source, matrixRows(source, filters, documents, part), 50);

/** Percent trained, of the people in the matrix alone. */
export interface MatrixRates {
  /** By document, in order. */
  documents: number[];
  /** Over every document and everybody. */
  all: number;
}

/** How many of the matrix's people have signed each of its documents, and how many have not. */
export async function readMatrixRates(
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixDocument[],
): Promise<MatrixRates> {
  const { table } = source;
  const { rows } = await sql<{ place: string; completed: string; open: string }>`
    select w.place, count(*) filter (where not x.open) as completed, count(*) filter (where x.open) as open
    from unnest(${documents.map(({ uid }) => uid)}::uuid[], ${documents.map(({ version }) => version)}::text[])
      with ordinality w(document_uid, version, place)
    join lateral (
      select t.user_uid, bool_or(t.status = 'OPEN') as open from ${table('training_record')} t
      where t.document_uid = w.document_uid and t.version = w.version and t.status in ('OPEN', 'COMPLETED')
      group by t.user_uid
    ) x on true
    join ${table('user_account')} u on u.uid = x.user_uid
    where u.status <> 'INACTIVE' and ${personMatches(source, filters)}
    group by w.place`.execute(source.db);
  const counts = new Map(
    rows.map(({ place, ...row }) => [Number(place), { completed: Number(row.completed), open: Number(row.open) }]),
  );
  const none = { completed: 0, open: 0 };
  const all = rows.reduce(
    ({ completed, open }, row) => ({ completed: completed + Number(row.completed), open: open + Number(row.open) }),
    none,
  );
  return {
    documents: documents.map((_, index) => trainingRate(counts.get(index + 1) ?? none)),
    all: trainingRate(all),
  };
}
