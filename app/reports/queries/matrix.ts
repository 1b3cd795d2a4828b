import { sql, type RawBuilder } from 'kysely';
import type { Role, UserStatus } from '#events/user/events.ts';
import type { DocumentType } from '#events/document/events.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { inArea } from '#app/reports/queries/documents.ts';
import { departmentsOf, personMatches } from '#app/reports/queries/people.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** A column of the matrix: a version in force. */
export interface MatrixDocument {
  uid: string;
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
}

/** A row of the matrix. `cells` has one word a document, separated by commas: see `cellOf`. */
export interface MatrixPerson {
  uid: string;
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: string[];
  /** The department that the person is listed under; null if they have none. */
  group: string | null;
  cells: string;
  /** Training records of these documents: completed ones, also before training again, and open ones. */
  signed: number;
  due: number;
  overdue: number;
}

/** A person with the training record behind each cell; empty where there is none. */
export interface MatrixRow extends MatrixPerson {
  records: string[];
}

/** The least trained first, or last. */
export type RateOrder = 'asc' | 'desc';

/** By the share of `c.completed`, beside `c.open`; those without a record last. */
export const inOrderOfRate = (order: RateOrder): RawBuilder<unknown> =>
  sql`c.completed::numeric / nullif(c.completed + c.open, 0) ${sql.raw(order)} nulls last`;

/** A cell: the day of the signature or the due date in the organisation's zone; null if nobody was assigned. */
export type MatrixCell = {
  state: 'signed' | 'due' | 'overdue';
  date: string;
  carriedFrom?: string;
  imported?: true;
} | null;

/**
 * `Signed 2026-03-12`, `Carried over from 1.0 signed 2026-03-12`, `Imported 2019-03-05`, `Due …`, `Overdue …`, or
 * nothing.
 */
export function cellOf(word: string): MatrixCell {
  if (word === '') return null;
  const carried = /^Carried over from (\S+)/.exec(word);
  if (carried) return { state: 'signed', date: word.slice(-10), carriedFrom: carried[1]! };
  if (word.startsWith('I')) return { state: 'signed', date: word.slice(-10), imported: true };
  const state = word.startsWith('S') ? 'signed' : word.startsWith('D') ? 'due' : 'overdue';
  return { state, date: word.slice(-10) };
}

/** The version of a document in force, as the matrix names it. */
export type MatrixPlace = Pick<MatrixDocument, 'uid' | 'version'>;

/** The versions in force, `v` with its document `d`. With `gaps` those with open training. */
export const documentsOf = ({ table }: Source, { area, gaps }: ReportFilters): RawBuilder<unknown> => sql`
  from ${table('document_version')} v
  join ${table('document')} d on d.org_id = v.org_id and d.uid = v.document_uid
  where v.status = 'EFFECTIVE' and ${inArea(area)} and ${
    gaps
      ? sql`exists (select from ${table('training_record')} g where g.status = 'OPEN'
                    and g.org_id = v.org_id and g.document_uid = v.document_uid and g.version = v.version)`
      : sql`true`
  }`;

const inPlace = sql`d.functional_area collate "C", d.type collate "C", d.doc_num collate "C", d.uid`;

/** The versions in force by functional area, type and number, or only some of them (`only`). */
export async function readMatrixDocuments(
  source: Source,
  filters: ReportFilters,
  only?: readonly MatrixPlace[],
): Promise<MatrixDocument[]> {
  const { rows } = await sql<MatrixDocument>`
    select d.uid, v.name, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", v.version
    ${documentsOf(source, filters)} and ${only ? sql`d.uid = any(${only.map(({ uid }) => uid)}::uuid[])` : sql`true`}
    order by ${inPlace}`.execute(source.db);
  return rows;
}

/** All of them in order without their titles: ten thousand come as one text. */
export async function readMatrixPlaces(source: Source, filters: ReportFilters): Promise<MatrixPlace[]> {
  const { rows } = await sql<{ places: string | null }>`
    select string_agg(d.uid || ' ' || v.version, ',' order by ${inPlace}) as places
    ${documentsOf(source, filters)}`.execute(source.db);
  const places = rows[0]?.places?.split(',') ?? [];
  return places.map((place) => ({ uid: place.slice(0, 36), version: place.slice(37) }));
}

/** The active and invited people `u`. With `gaps` those with open training on these documents. */
export const peopleOf = (
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixPlace[],
): RawBuilder<unknown> => {
  // `offset 0` makes PostgreSQL look person by person and stop at the first record; a join would read every open
  // record. `is true` stops it from looking each document up in the index for each person.
  const open = sql`exists (
    select from ${source.table('training_record')} g where g.status = 'OPEN'
      and g.org_id = u.org_id and g.user_uid = u.uid
      and (g.document_uid = any((${documents.map(({ uid }) => uid)})::uuid[])) is true offset 0)`;
  return sql`u.status <> 'INACTIVE' and ${personMatches(source, filters)} and ${filters.gaps ? open : sql`true`}`;
};

/**
 * The people in order of department and name, each under the first of their departments; or by percent trained, without
 * departments.
 */
const peopleInOrder = (
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixPlace[],
  part?: Part,
  byRate?: RateOrder,
): RawBuilder<unknown> => {
  const { table } = source;
  const { department } = filters;
  if (byRate)
    return sql`
    select u.org_id, u.uid, u.full_name, u.full_name_folded, u.email, u.role, u.status, null as "group",
           row_number() over (order by ${inOrderOfRate(byRate)}, u.full_name_folded, u.uid) as group_order,
           null as group_folded
    from ${table('user_account')} u
    left join (
      select t.user_uid, count(*) filter (where t.status = 'COMPLETED') as completed,
             count(*) filter (where t.status = 'OPEN') as open
      from ${table('training_record')} t join wanted w on w.document_uid = t.document_uid and w.version = t.version
      group by t.user_uid
    ) c on c.user_uid = u.uid
    where ${peopleOf(source, filters, documents)}
    order by group_order ${partOf(part)}`;
  return sql`
    select u.org_id, u.uid, u.full_name, u.full_name_folded, u.email, u.role, u.status,
           g.name as "group", g.place as group_order, g.name_folded as group_folded
    from ${table('user_account')} u
    left join (
      select distinct on (m.user_uid) m.user_uid, d.name, d.name_folded, d.place
      from ${table('user_department')} m
      join (select uid, name, name_folded, ${inOrder('name_folded')} as place from ${table('department')} e offset 0) d
        on d.uid = m.department_uid
      where ${department === undefined ? sql`true` : sql`m.department_uid = ${department}`}
      order by m.user_uid, d.place, d.uid
    ) g on g.user_uid = u.uid
    where ${peopleOf(source, filters, documents)}
    order by group_order, group_folded, u.full_name_folded, u.uid ${partOf(part)}`;
};

export const countMatrixPeople = (
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixPlace[],
): Promise<number> =>
  countRows(source, sql`${source.table('user_account')} u where ${peopleOf(source, filters, documents)}`);

/** The longest names, for the width of their column: the widest does not always have the most letters. */
export async function readLongestNames(
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixPlace[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${nameApart('u')} as name from ${source.table('user_account')} u
      where ${peopleOf(source, filters, documents)}
    order by length(u.full_name) desc, u.uid limit 20`.execute(source.db);
  return rows.map(({ name }) => name);
}

export const listed = (documents: readonly MatrixPlace[]): RawBuilder<unknown> => sql`
  select * from unnest(${documents.map(({ uid }) => uid)}::uuid[], ${documents.map(({ version }) => version)}::text[])
    with ordinality w(document_uid, version, place)`;

/** The word of a cell: of the open record's due date if there is one, and of the last signature. */
const wordOf = (
  { zone, at }: Source,
  { due, signed, carried, imported }: Record<'due' | 'signed' | 'carried' | 'imported', RawBuilder<unknown>>,
): RawBuilder<string> => {
  const day = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${zone}::text)::date`;
  return sql`case when ${due} is null then case when ${imported} then 'Imported '
                    else coalesce('Carried over from ' || ${carried} || ' s', 'S') || 'igned ' end || ${day(signed)}
                  when ${due} < ${at}::timestamptz then 'Overdue ' || ${day(due)} else 'Due ' || ${day(due)} end`;
};

/** The version from which all that is completed is carried over. */
const carriedOf = sql`case when bool_and(t.carried_from is not null) filter (where t.status = 'COMPLETED')
    then max(t.carried_from) end`;

/** Whether the completion that counts is one that an import claims. */
const importedOf = sql`
  (array_agg(t.claimed is not null order by t.signed_at desc) filter (where t.status = 'COMPLETED'))[1]`;

const dueOf = sql`min(t.due_at) filter (where t.status = 'OPEN')`;

/**
 * The matrix person by person with a word for every document. The database joins the words: a million cells are two
 * thousand rows.
 */
export const matrixRows = (
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixPlace[],
): RawBuilder<MatrixPerson> => sql<MatrixPerson>`
  with wanted as materialized (${listed(documents)}),
  person as materialized (${peopleInOrder(source, filters, documents)})
  select u.uid, ${nameApart('u')} as name, u.email, u.role, u.status, ${departmentsOf(source)} as departments,
         u."group",
         c.cells, c.signed::integer as signed, c.due::integer as due, c.overdue::integer as overdue
  from person u
  cross join lateral (
    select coalesce(string_agg(coalesce(x.word, ''), ',' order by w.place), '') as cells,
           coalesce(sum(x.completed), 0) as signed, count(*) filter (where x.word like 'D%') as due,
           count(*) filter (where x.word like 'O%') as overdue
    from wanted w
    left join (
      select t.document_uid, t.version, count(*) filter (where t.status = 'COMPLETED') as completed,
             ${wordOf(source, { due: dueOf, signed: sql`max(t.signed_at)`, carried: carriedOf, imported: importedOf })}
               as word
      from ${source.table('training_record')} t
      where t.org_id = u.org_id and t.user_uid = u.uid
        and t.status in ('OPEN', 'COMPLETED')
      group by t.document_uid, t.version
    ) x on x.document_uid = w.document_uid and x.version = w.version
  ) c
  order by u.group_order, u.group_folded, u.full_name_folded, u.uid`;

export const streamMatrix = (
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixPlace[],
): AsyncGenerator<MatrixPerson> => streamRows(source, matrixRows(source, filters, documents), 50);

/** Some people of the matrix with the words of some documents; their counts are over every document. */
export async function readMatrixPart(
  source: Source,
  filters: ReportFilters,
  documents: readonly MatrixPlace[],
  { people, across, byRate }: { people: Part; across: Part; byRate?: RateOrder | undefined },
): Promise<MatrixRow[]> {
  const [first, last] = [across.offset + 1, Math.min(across.offset + across.limit, documents.length)];
  const { rows } = await sql<MatrixRow>`
    with wanted as materialized (${listed(documents)}),
    person as materialized (${peopleInOrder(source, filters, documents, people, byRate)}),
    cell as (
      select t.user_uid, w.place, ${dueOf} as due, max(t.signed_at) as signed, ${carriedOf} as carried,
             ${importedOf} as imported,
             count(*) filter (where t.status = 'COMPLETED') as completed,
             (array_agg(t.uid order by t.status = 'OPEN' desc, case when t.status = 'OPEN' then t.due_at end,
               t.signed_at desc, t.uid))[1] as record
      from person u
      join ${source.table('training_record')} t on t.org_id = u.org_id
        and t.user_uid = u.uid and t.status in ('OPEN', 'COMPLETED')
      join wanted w on w.document_uid = t.document_uid and w.version = t.version
      group by t.user_uid, w.place
    ), counted as (
      select user_uid, sum(completed) as signed,
             count(*) filter (where due >= ${source.at}::timestamptz) as due,
             count(*) filter (where due < ${source.at}::timestamptz) as overdue,
             jsonb_object_agg(place, ${wordOf(source, {
               due: sql`due`,
               signed: sql`signed`,
               carried: sql`carried`,
               imported: sql`imported`,
             })})
               filter (where place between ${first} and ${last}) as words,
             jsonb_object_agg(place, record) filter (where place between ${first} and ${last}) as records
      from cell group by user_uid
    )
    select u.uid, ${nameApart('u')} as name, u.email, u.role, u.status, ${departmentsOf(source)} as departments,
           u."group",
           array_to_string(array(select coalesce(c.words ->> w::text, '')
             from generate_series(${first}::integer, ${last}::integer) w), ',') as cells,
           array(select coalesce(c.records ->> w::text, '')
             from generate_series(${first}::integer, ${last}::integer) w) as records,
           coalesce(c.signed, 0)::integer as signed, coalesce(c.due, 0)::integer as due,
             coalesce(c.overdue, 0)::integer as overdue
    from person u
    left join counted c on c.user_uid = u.uid
    order by u.group_order, u.group_folded, u.full_name_folded, u.uid`.execute(source.db);
  return rows;
}
