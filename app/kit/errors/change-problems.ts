/** The refusals about changes of versions, change requests, and comments to a version in review. */
export const changeProblems = {
  request_decided: { status: 409, title: 'This change request is decided already.' },
  request_not_accepted: { status: 422, title: 'A version carries out accepted change requests of its document.' },
  comment_open: { status: 409, title: 'A comment that must be fixed is open.' },
  comment_resolved: { status: 409, title: 'This comment is resolved already.' },
  review_ended: { status: 409, title: 'The review of this version has ended.' },
  change_reason_missing: {
    status: 422,
    title: 'Your organisation requires a reason for each revision, and in a line or more what it changes.',
  },
  training_reason_missing: { status: 422, title: 'Say why nobody needs training on this version.' },
} as const;
