import type { TemplateName } from '#app/kit/email/request.ts';

const names: Record<TemplateName, string> = {
  invitation: 'the invitation',
  reactivation: 'the invitation to return',
  'reset-code': 'the reset code',
  'email-change-code': 'the code for a new email address',
  'email-change-requested': 'the note about a new email address',
  'email-change-cancelled': 'the note about a cancelled email address',
  'email-changed': 'the note about the changed email address',
  'email-changed-before': 'the note about the changed email address',
  'password-changed': 'the note about a changed password',
  'second-factor': 'the note about the second factor',
  'account-locked': 'the note about a locked account',
  'break-glass-used': 'the alarm about the local admin',
  'service-account-suspended': 'the note about a suspended service account',
  'webhook-disabled': 'the note about a webhook that was turned off',
  'approval-wanted': 'the request for an approval',
  'approval-wanted-of-deputy': 'the request to sign for an absent person',
  'approval-withdrawn': 'the note about an approval that is no longer asked for',
  'absence-declared': 'the note about an absence',
  'document-approved': 'the note about an approval',
  'document-effective': 'the note about an effective document',
  'document-rejected': 'the note about a rejection',
  'ownership-transferred': 'the note about a new owner',
  'training-assigned': 'the assignment of training',
  'training-reminded': 'the reminder of training',
  'change-requested': 'the note about a change request',
  'change-request-decided': 'the note about your change request',
  'comment-made': 'the note about a comment',
  'comment-answered': 'the note about an answer to your comment',
  'import-checked': 'the request to approve an import',
  'training-due': 'the reminder of training',
  'training-overdue': 'the reminder of overdue training',
  'training-escalated': 'the note about overdue training',
  'approval-waiting': 'the reminder of an approval',
  'absence-begun': 'the note about an absence',
  'step-due': 'the reminder of an approval',
  'step-overdue': 'the reminder of an overdue approval',
  'step-escalated': 'the note about an overdue approval',
  'review-due': 'the reminder of a periodic review',
  'daily-digest': 'the daily summary',
  'weekly-digest': 'the weekly summary',
};

/** Every kind of email. */
export const emailKinds = Object.keys(names);

/** What an email is called in a sentence; also one of a kind that is not sent any more. */
export const emailName = (template: string): string =>
  Object.hasOwn(names, template) ? names[template as TemplateName] : 'an email';
