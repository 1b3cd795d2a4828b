import type { StoredFile } from '#events/document/events.ts';
import type { ColumnMap, ImportCounts } from '#events/import/events.ts';
import type { ImportStatus } from '#events/import/import.ts';
import type { JsonObject } from '#events/ledger/types.ts';
import type { Moment, MomentOrNull, Org, Position } from '../columns.ts';

/** The import of a library from another system. */
export interface LibraryImportTable {
  org_id: Org;
  uid: string;
  source: string;
  reason: string;
  manifest: string;
  files: readonly StoredFile[];
  status: ImportStatus;
  begun_at: Moment;
  begun_by: string;
  /** As it was at that time, as the other names. */
  begun_by_name: string;
  columns: ColumnMap | null;
  counts: ImportCounts | null;
  problems: number | null;
  warnings: number | null;
  plan: StoredFile | null;
  root: string | null;
  previewed_at: MomentOrNull;
  checked_at: MomentOrNull;
  checked_by: string | null;
  checked_by_name: string | null;
  approved_at: MomentOrNull;
  approved_by_name: string | null;
  completed_at: MomentOrNull;
  first_position: Position | null;
  last_position: Position | null;
  report: StoredFile | null;
  abandoned_at: MomentOrNull;
  abandoned_reason: string | null;
}

/** A relation of a document to another, as the source of its import claims it. */
export interface DocumentRelationTable {
  org_id: Org;
  document_uid: string;
  related_uid: string;
  relation: string;
  import_uid: string;
}

/** A row of another table that waits for the end of its import. */
export interface StagedRowTable {
  org_id: Org;
  import_uid: string;
  table_name: string;
  row_key: string;
  row: JsonObject;
}
