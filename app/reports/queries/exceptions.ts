import { sql } from 'kysely';
import type { DocumentType } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import { inArea } from '#app/reports/queries/documents.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** An exception from the separation of duties. */
export interface ExceptionRow {
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  covers: 'this' | 'next';
  by: string;
  at: Instant;
  reason: string;
}

type Area = Pick<ReportFilters, 'area'>;

/** The exceptions, the oldest first. */
export const streamExceptions = (source: Source, filters: Area, part?: Part): AsyncGenerator<ExceptionRow> => {
  const { table } = source;
  return streamRows(
    source,
    sql<ExceptionRow>`
      select d.name, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", w.version, w.covers,
             coalesce(${nameApart('u', 'w.waived_by_name')}, w.waived_by_name) as by, w.waived_at as at, w.reason
      from ${table('separation_waiver')} w
      join ${table('document')} d on d.org_id = w.org_id and d.uid = w.document_uid
      left join ${table('user_account')} u on u.org_id = w.org_id and u.uid = w.waived_by
      where ${inArea(filters.area)}
      order by w.waived_at, w.document_uid, w.version, w.covers ${partOf(part)}`,
  );
};

export const countExceptions = (source: Source, filters: Area): Promise<number> => {
  const { table } = source;
  return countRows(
    source,
    sql`${table('separation_waiver')} w
    join ${table('document')} d on d.org_id = w.org_id and d.uid = w.document_uid
    where ${inArea(filters.area)}`,
  );
};
