/** The error page's words where nobody knows whether something was sent, nor what became of it. */
export const perhapsSent = {
  what: 'What was recorded before is safe. If you sent something, it may not have been recorded.',
  next: 'Try again in a moment. A form that is sent twice is recorded once.',
};
