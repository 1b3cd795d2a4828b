import type { ProjectionTable } from '#events/ledger/types.ts';
import type { DB as ReadDatabase } from './tables.ts';

/** The read models by their bare names: what projections write. The view `read.audit` is none. */
export type ReadTables = {
  [T in keyof ReadDatabase as T extends `read.${infer Name}` ? Exclude<Name, 'audit'> : never]: ReadDatabase[T];
};
export type ReadTable = keyof ReadTables;

/** Each table's primary key without `org_id`. */
export const keys = {
  organisation: ['uid'],
  user_account: ['uid'],
  user_department: ['user_uid', 'department_uid'],
  department: ['uid'],
  functional_area: ['area'],
  document: ['uid'],
  document_relation: ['document_uid', 'related_uid', 'relation'],
  document_version: ['document_uid', 'version'],
  document_department: ['document_uid', 'version', 'department_uid'],
  approval: ['uid'],
  training_record: ['uid'],
  reading: ['document_uid', 'version', 'user_uid', 'kind', 'sha256'],
  audit_entry: ['subject', 'position'],
  authenticator: ['uid'],
  function: ['uid'],
  function_grant: ['user_uid', 'function_uid'],
  absence: ['uid'],
  service_account: ['uid'],
  webhook: ['uid'],
  webhook_skip: ['webhook_uid', 'delivery_uid'],
  separation_waiver: ['document_uid', 'version', 'covers'],
  route: ['uid'],
  version_step: ['document_uid', 'version', 'step'],
  change_request: ['uid'],
  review_comment: ['uid'],
  comment_answer: ['uid'],
  library_import: ['uid'],
  staged_row: ['import_uid', 'table_name', 'row_key'],
  comparison: ['document_uid', 'from_version', 'to_version', 'sha256'],
} as const satisfies { [T in ReadTable]: readonly (keyof ReadTables[T])[] };

/** Tables of schema `read`, by the projections' own list. */
export const readTables = Object.keys(keys) as ReadTable[];

/**
 * Rows that no later event changes: entries are written once, and every change of a training record is guarded by its
 * being open. A rebuild need not hold them in memory.
 */
export const finalRows: { readonly [T in ReadTable]?: (row: Partial<ReadTables[T]>) => boolean } = {
  audit_entry: () => true,
  training_record: ({ status }) => status !== 'OPEN',
};

export const tables: readonly ProjectionTable[] = Object.entries(keys).map(([name, key]) => ({ name, key }));
