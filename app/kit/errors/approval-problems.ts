/** The refusals about approvers, approvals and the steps of a route. */
export const approvalProblems = {
  approver_not_eligible: {
    status: 422,
    title: 'Approvers are active authors and admins of your organisation.',
    field: 'approvers',
  },
  approver_already_listed: {
    status: 409,
    title: 'This person is already an approver of this version.',
    field: 'approvers',
  },
  step_asks_all: { status: 409, title: 'This step asks everybody who holds its function.', field: 'approvers' },
  approver_is_last: { status: 409, title: 'The last approver cannot be removed.', field: 'approvers' },
  approval_not_yours: { status: 403, title: "You don't have permission to approve this document." },
  approval_not_open: { status: 409, title: 'This approval is no longer open.' },
  step_not_open: { status: 409, title: 'This step of the approval route is not open.' },
  function_missing: {
    status: 403,
    title: 'This step needs a function that the person does not hold.',
    field: 'approvers',
  },
  owner_may_not_approve: {
    status: 409,
    title: 'The owner of a version does not sign this step of its approval route.',
    field: 'approvers',
  },
  quality_step_required: { status: 409, title: 'The quality unit signs this document.', field: 'approvers' },
} as const;
