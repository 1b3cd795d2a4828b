import type { TemplateName } from '#app/email/request.ts';
import * as account from './account-facts.ts';
import * as change from './email-change.ts';
import * as documents from './document-facts.ts';
import * as reminders from './reminder-facts.ts';
import type { Template } from './template.ts';

const joined = ['ACTIVE', 'INVITED'] as const;

/** Every kind of e-mail. */
export const templates: Record<TemplateName, Template> = {
  // After an event.
  invitation: { status: 'INVITED', write: (input) => account.codeEmail(input, 'confirm') },
  reactivation: { status: 'INVITED', write: (input) => account.codeEmail(input, 'reconfirm') },
  'reset-code': { status: 'ACTIVE', write: (input) => account.codeEmail(input, 'reset') },
  'email-change-code': { status: joined, write: change.changeCodeEmail, address: change.newAddress },
  'email-change-requested': { status: joined, write: change.changeRequestedEmail, address: change.oldAddress },
  'email-changed': { status: joined, write: change.changedEmail, address: change.newAddress },
  'email-changed-before': { status: joined, write: change.changedEmail, address: change.oldAddress },
  'password-changed': { status: 'ACTIVE', write: account.passwordChangedEmail },
  'account-locked': { status: 'ACTIVE', write: account.accountLockedEmail },
  'approval-wanted': { status: 'ACTIVE', write: documents.approvalRequestedEmail },
  'document-rejected': { status: 'ACTIVE', write: documents.documentRejectedEmail },
  'ownership-transferred': { status: 'ACTIVE', write: documents.ownershipTransferredEmail },
  'training-assigned': { status: 'ACTIVE', write: documents.trainingAssignedEmail },
  'training-reminded': { status: 'ACTIVE', write: documents.trainingRemindedEmail },
  // Reminders.
  'training-due': { status: 'ACTIVE', write: reminders.trainingDueEmail },
  'training-overdue': { status: 'ACTIVE', write: reminders.trainingOverdueEmail },
  'training-escalated': { status: 'ACTIVE', write: reminders.trainingEscalatedEmail },
  'approval-waiting': { status: 'ACTIVE', write: reminders.approvalWaitingEmail },
  'review-due': { status: 'ACTIVE', write: reminders.reviewDueEmail },
  'weekly-digest': { status: 'ACTIVE', write: reminders.weeklyDigestEmail },
};
