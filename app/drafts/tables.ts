import type { PreparedChange } from '#app/drafts/prepared-changes.ts';

/** Tables of schema `app` for forms and changes that are not sent yet. */
export interface DraftTables {
  'app.kept_form': SavedFormTable;
  'app.prepared_change': PreparedChangeTable;
}

interface SavedFormTable {
  org_id: string;
  user_uid: string;
  /** Path and query of the page that shows the form. */
  page: string;
  /** Empty: the person's, wherever they sign in; else the one browser that shows it again. */
  browser: string;
  /** Names and values in the form's order. */
  fields: [name: string, value: string][];
  /** Keys of stored files that the form refers to. */
  files: string[];
  /** ISO 8601 in UTC. */
  kept_at: string;
}

/** See migrations/0005-operational-tables.sql. */
interface PreparedChangeTable {
  org_id: string;
  document_uid: string;
  user_uid: string;
  /** The document's, when it was prepared. */
  version: string;
  change: PreparedChange;
  /** ISO 8601 in UTC. */
  prepared_at: string;
}
