import type { ColumnType } from 'kysely';
import type { FileKind, Rendition } from '#events/document/events.ts';

/** Tables of schema `app` that hold uploads. Times are ISO 8601 in UTC; sizes are decimal text, as bigint arrives. */
export interface StorageTables {
  'app.upload': UploadTable;
}

interface UploadTable {
  org_id: string;
  uid: string;
  document: string | null;
  owner: string;
  kind: FileKind;
  original_name: string;
  max_bytes: string;
  state: 'begun' | 'checking' | 'checked' | 'kept';
  object_key: string;
  sealed_key: string;
  size: string | null;
  sha256: string | null;
  media_type: string | null;
  pages: number | null;
  rendition: ColumnType<Rendition | null, null, string | null>;
  created_at: string;
  checking_since: string | null;
}
