/** The refusals about documents and their versions. */
export const documentProblems = {
  document_name_in_use: { status: 409, title: 'Document name is already in use.', field: 'name' },
  document_number_in_use: { status: 409, title: 'Document with matching Type and ID already exists.', field: 'docNum' },
  document_version_not_newer: { status: 422, title: 'Version number must be increasing', field: 'version' },
  document_not_in_status: { status: 409, title: 'The status of the document does not allow this.' },
  document_files_missing: { status: 422, title: 'This field is required.', field: 'final' },
  document_approvers_missing: { status: 422, title: 'This field is required.', field: 'approvers' },
  document_departments_missing: { status: 422, title: 'This field is required.', field: 'departments' },
  document_ever_reviewed: { status: 409, title: 'A document that was sent for review cannot be discarded.' },
  externally_effective_requires_admin: {
    status: 403,
    title: 'Must be an Admin user to declare a document effective outside the system.',
    field: 'externallyEffective',
  },
  publish_requires_admin: { status: 403, title: 'Must be an Admin user to publish a document.' },
  retire_requires_admin: { status: 403, title: 'Admin access required to retire a document.' },
  duties_not_separated: { status: 409, title: 'The separation of duties does not permit this.' },
  owner_not_eligible: {
    status: 422,
    title: 'A document is owned by an active author or admin of your organisation.',
    field: 'owner',
  },
  effective_date_not_future: { status: 422, title: 'Choose a date in the future', field: 'effectiveDate' },
  effective_date_not_reached: { status: 409, title: 'The effective date has not been reached.' },
  preview_outdated: { status: 409, title: 'The preview is out of date. Nothing was recorded.' },
  functional_area_unknown: {
    status: 422,
    title: 'Choose a functional area of your organisation.',
    field: 'functionalArea',
  },
  department_unknown: { status: 422, title: 'Choose departments of your organisation.', field: 'departments' },
} as const;
