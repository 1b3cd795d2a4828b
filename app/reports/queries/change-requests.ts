import { sql } from 'kysely';
import type { DocumentType } from '#events/document/events.ts';
import type { Urgency } from '#events/request/kinds.ts';
import type { RequestStatus } from '#events/request/request.ts';
import type { Instant } from '#events/time.ts';
import { inArea } from '#app/reports/queries/documents.ts';
import type { ReportFilters } from '#app/reports/queries/names.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';

/** A change request that is not closed. */
export interface OpenRequestRow {
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  owner: string;
  version: string;
  page: number | null;
  words: string | null;
  text: string;
  urgency: Urgency;
  author: string;
  status: RequestStatus;
  requestedAt: Instant;
  /** Whole days since then. */
  days: number;
}

type Area = Pick<ReportFilters, 'area'>;

const from = ({ table }: Source, { area }: Area) => sql`
  ${table('change_request')} r
  join ${table('document')} d on d.org_id = r.org_id and d.uid = r.document_uid
  join ${table('user_account')} o on o.org_id = d.org_id and o.uid = d.owner_uid
  where r.status in ('OPEN', 'ACCEPTED') and ${inArea(area)}`;

/** The requests that wait for a decision or a version, the oldest first. */
export const streamOpenRequests = (source: Source, filters: Area, part?: Part): AsyncGenerator<OpenRequestRow> =>
  streamRows(
    source,
    sql<OpenRequestRow>`
      select d.name, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", o.full_name as owner,
             r.version, r.page, r.words, r.text, r.urgency, r.author_name as author, r.status,
             r.requested_at as "requestedAt",
             floor(extract(epoch from ${source.at}::timestamptz - r.requested_at) / 86400)::integer as days
      from ${from(source, filters)}
      order by r.requested_at, r.uid ${partOf(part)}`,
  );

export const countOpenRequests = (source: Source, filters: Area): Promise<number> =>
  countRows(source, from(source, filters));
