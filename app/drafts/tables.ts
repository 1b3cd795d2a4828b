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

/** A revision as far as earlier calls have given it. Files are the keys of stored files; empty where none was given. */
export interface PreparedRevision {
  name: string;
  version: string;
  working: string;
  final: string;
  /** Days. */
  trainingInterval?: number | undefined;
  /** Days. */
  reviewInterval?: number | undefined;
}

/**
 * What a client has said of a document, to be used with the call that sends it off. All people and departments are
 * uids.
 */
export interface PreparedChange {
  departments?: string[];
  revision?: PreparedRevision;
  /** To be asked in addition to the approvers who stay. */
  approvers?: string[];
  /** Approvers of the version before who are not asked again. */
  leaving?: string[];
  /** The revision is to go off as soon as it is whole. */
  awaited?: boolean;
}
