import { sql } from 'kysely';
import type { VersionChange } from '#events/document/change.ts';
import type { DocumentType } from '#events/document/events.ts';
import type { Instant } from '#events/time.ts';
import { inArea } from '#app/reports/queries/documents.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';

/** A version that was sent for review, with what it changes and why. */
export interface ChangeRow {
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  by: string;
  at: Instant;
  change: VersionChange | null;
  /** Why it was revised, where it says nothing else about its change. */
  reason: string | null;
}

type Narrowed = Pick<ReportFilters, 'area' | 'from' | 'until'>;

const day = ({ zone }: Source) => sql`(v.submitted_at at time zone ${zone})::date`;

const from = (source: Source, { area, from: first, until }: Narrowed) => sql`
  ${source.table('document_version')} v
  join ${source.table('document')} d on d.org_id = v.org_id and d.uid = v.document_uid
  where not v.externally_effective and ${inArea(area)}
  and ${first === undefined ? sql`true` : sql`${day(source)} >= ${first}::date`}
  and ${until === undefined ? sql`true` : sql`${day(source)} <= ${until}::date`}`;

/** The versions that were sent for review, the oldest first. */
export const streamChanges = (source: Source, filters: Narrowed, part?: Part): AsyncGenerator<ChangeRow> =>
  streamRows(
    source,
    sql<ChangeRow>`
      select v.name, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", v.version,
             coalesce(v.submitted_by_name, '') as by, v.submitted_at as at, v.change, v.reason
      from ${from(source, filters)}
      order by v.submitted_at, v.document_uid, v.version_order ${partOf(part)}`,
  );

export const countChanges = (source: Source, filters: Narrowed): Promise<number> =>
  countRows(source, from(source, filters));
