import { sql, type RawBuilder } from 'kysely';
import type { DocumentType } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';
import { areaNamed } from '#app/organisation/queries/area-named.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** An effective document, with the title of the version in force. */
export interface EffectiveRow {
  uid: string;
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  /** Of an imported document: the number that it had before. */
  formerNumber: string | null;
  version: string;
  effectiveAt: Instant;
  /** The IANA zone that the effective date was chosen in. */
  effectiveZone: string | null;
  approvedAt: Instant | null;
  owner: string;
  departments: string[];
}

/** The functional area, in any case, as a condition on the document `d`. */
export const inArea = (area: string | undefined): RawBuilder<boolean> =>
  area === undefined ? sql`true` : sql`d.functional_area = ${areaNamed(area)}`;

/** The documents in force, by functional area, type and number. */
export const streamEffective = (
  source: Source,
  { area }: Pick<ReportFilters, 'area'>,
  part?: Part,
): AsyncGenerator<EffectiveRow> => {
  const { table } = source;
  return streamRows(
    source,
    // Sorted by key first, so that departments are read only for the page's rows.
    sql<EffectiveRow>`
      with listed as materialized (
        select d.org_id, d.uid, d.type, d.functional_area, d.doc_num, d.former_number, d.owner_uid, v.version
        from ${table('document_version')} v
        join ${table('document')} d on d.org_id = v.org_id and d.uid = v.document_uid
        where v.status = 'EFFECTIVE' and ${inArea(area)}
        order by d.functional_area collate "C", d.type collate "C", d.doc_num collate "C", d.uid ${partOf(part)}
      )
      select d.uid, v.name, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum",
             d.former_number as "formerNumber", v.version,
             v.effective_at as "effectiveAt", v.effective_zone as "effectiveZone", v.approved_at as "approvedAt",
             ${nameApart('o')} as owner,
             array(select e.name from ${table('document_department')} m
                   join ${table('department')} e on e.org_id = m.org_id and e.uid = m.department_uid
                   where m.org_id = v.org_id and m.document_uid = v.document_uid and m.version = v.version
                   order by ${inOrder('e.name_folded')}, e.uid) as departments
      from listed d
      join ${table('document_version')} v on v.org_id = d.org_id and v.document_uid = d.uid and v.version = d.version
      join ${table('user_account')} o on o.org_id = d.org_id and o.uid = d.owner_uid
      order by d.functional_area collate "C", d.type collate "C", d.doc_num collate "C", d.uid`,
  );
};

export const countEffective = (source: Source, { area }: Pick<ReportFilters, 'area'>): Promise<number> => {
  const { table } = source;
  return countRows(
    source,
    sql`${table('document_version')} v
    join ${table('document')} d on d.org_id = v.org_id and d.uid = v.document_uid
    where v.status = 'EFFECTIVE' and ${inArea(area)}`,
  );
};
