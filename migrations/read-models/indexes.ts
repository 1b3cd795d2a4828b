/**
 * Every index starts with the organisation, but one: an e-mail address is unique in the whole installation.
 * Lists of an organisation's documents and people (10,000 and 2,000 rows) are filtered in memory after one index scan; what grows to
 * a million rows (training, the audit trail) is only ever read through an index that already has the wanted order.
 */
export const readIndexes: readonly string[] = [
  'create unique index user_account_email_unique on read.user_account (email)',
  'create index user_account_name on read.user_account (org_id, full_name_folded, uid)',
  'create index user_department_members on read.user_department (org_id, department_uid, user_uid)',

  'create unique index department_name_unique on read.department (org_id, lower(read.trimmed(name)))',
  'create unique index functional_area_name_unique on read.functional_area (org_id, lower(read.trimmed(name)))',

  // A discarded draft has no row, so its name and doc ID are free again; one ever sent for review keeps its row for ever.
  'create unique index document_name_unique on read.document (org_id, read.trimmed(name))',
  'create unique index document_number_unique on read.document (org_id, type, doc_num)',
  'create index document_name on read.document (org_id, name_folded, uid)',
  'create index document_revised on read.document (org_id, revised_at, uid)',
  'create index document_status on read.document (org_id, status_order, uid)',
  'create index document_owner on read.document (org_id, owner_uid, status)',
  "create index document_due on read.document (org_id, effective_at) where status = 'PENDING'",

  // Checked at the commit: the new version may be written before the old one gives way.
  `alter table read.document_version add constraint document_version_in_force_unique
     exclude using btree (org_id with =, document_uid with =) where (status = 'EFFECTIVE') deferrable initially deferred`,
  "create index document_version_in_force on read.document_version (org_id, name_folded, document_uid) where status = 'EFFECTIVE'",
  'create index document_department_documents on read.document_department (org_id, department_uid, document_uid, version)',

  "create unique index approval_open_unique on read.approval (org_id, document_uid, version, user_uid) where status = 'OPEN'",
  'create index approval_document on read.approval (org_id, document_uid, version)',
  'create index approval_user on read.approval (org_id, user_uid, status)',

  "create unique index training_record_open_unique on read.training_record (org_id, user_uid, document_uid, version) where status = 'OPEN'",
  'create index training_record_document on read.training_record (org_id, document_uid, version, status, user_uid)',
  'create index training_record_user on read.training_record (org_id, user_uid, status, due_at)',
  "create index training_record_due on read.training_record (org_id, due_at) where status = 'OPEN'",
];
