/** The error page's words where it is unknown whether a form was recorded. */
export const perhapsSent = {
  what: 'Everything recorded before is safe. If you sent a form, it may not have been recorded.',
  next: 'Try again in a moment. A form that is sent twice is recorded once.',
};
