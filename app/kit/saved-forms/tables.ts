import type { DraftChange } from '#events/document/change.ts';
import type { Place } from '#events/route/place.ts';

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
  /** The browser that the form is restored in; empty: any that the person uses. */
  browser: string;
  /** Names and values in the form's order. */
  fields: [name: string, value: string][];
  /** Keys of stored files that the form refers to. */
  files: string[];
  /** ISO 8601 in UTC. */
  kept_at: string;
}

/** See migrations/baseline/0005-operational-tables.sql. */
interface PreparedChangeTable {
  org_id: string;
  document_uid: string;
  /** Who prepared it: a person or a service account. */
  user_uid: string;
  /** The document's version when this was prepared. */
  version: string;
  change: PreparedChange;
  /** ISO 8601 in UTC. */
  prepared_at: string;
}

/** A revision as prepared so far. Files are keys of stored files; empty if none was given. */
export interface PreparedRevision {
  name: string;
  version: string;
  working: string;
  final: string;
  /** Days. */
  trainingInterval?: number | undefined;
  /** Days. */
  reviewInterval?: number | undefined;
  change?: DraftChange | null | undefined;
}

/** A client's changes of a document, prepared for the call that submits them. People and departments are uids. */
export interface PreparedChange {
  departments?: string[] | undefined;
  /** The date for which it is to be published: ISO 8601 in UTC. */
  effectiveAt?: string | undefined;
  revision?: PreparedRevision;
  /** Approvers in addition to those who stay. */
  approvers?: string[];
  /** The same with the step of the route that they are asked in. */
  places?: Place[] | undefined;
  /** Approvers of the previous version who are not asked again. */
  leaving?: string[];
  /** Why it is revised. */
  reason?: string | undefined;
  /** The draft or the revision is submitted as soon as it is complete. */
  awaited?: boolean | undefined;
}
