/**
 * The constraints that make uniqueness true, by the names that a violated append answers. That a document has at most
 * one version in force is guarded too, at the commit (`document_version_in_force_unique`): only a bug could break it.
 */
export const constraints = {
  documentName: 'document_name_unique',
  documentNumber: 'document_number_unique',
  departmentName: 'department_name_unique',
  functionalAreaName: 'functional_area_name_unique',
  functionName: 'function_name_unique',
  routeScope: 'route_scope_unique',
  userEmail: 'user_account_email_unique',
  openTraining: 'training_record_open_unique',
  openApproval: 'approval_open_unique',
} as const;
