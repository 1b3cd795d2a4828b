import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ReportRequest } from '#app/reports/queries/names.ts';

/** An archive of the organisation, which is queued and stored as a report is. */
export interface ArchiveRequest {
  name: 'organisation-archive';
  format: 'zip';
  /** The size of its checkpoint, in decimal. */
  position: string;
}

export interface ReportTables {
  'app.report': ReportTable;
}

export type ReportState = 'waiting' | 'making' | 'done' | 'failed' | 'cancelled';

/** A queued report. Times are ISO 8601 in UTC; `size` is decimal text, since it is a bigint. */
export interface ReportTable {
  org_id: ColumnType<string, string, never>;
  uid: ColumnType<string, string, never>;
  /** SHA-256 of the requester and the request, in lower-case hex. */
  key: string;
  user_uid: string;
  /** The requester's name in the report. */
  made_by: string;
  title: string;
  /** Including its position. */
  request: JSONColumnType<ReportRequest | ArchiveRequest>;
  state: ReportState;
  /** Finished rows of about `total`. */
  done: Generated<number>;
  total: number;
  attempts: Generated<number>;
  requested_at: string;
  finished_at: string | null;
  expires_at: string;
  filename: string;
  object_key: string | null;
  size: string | null;
  sha256: string | null;
}
