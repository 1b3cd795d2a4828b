import type { TemplateName } from '#app/kit/email/request.ts';
import * as account from '#app/sign-in/emails/account-facts.ts';
import * as change from '#app/sign-in/emails/email-change.ts';
import * as changes from '#app/documents/emails/changes.ts';
import * as deputies from '#app/approvals/emails/deputy-facts.ts';
import * as approvals from '#app/approvals/emails/approval-facts.ts';
import * as training from '#app/training/emails/training-facts.ts';
import * as documents from '#app/documents/emails/document-facts.ts';
import { breakGlassEmail } from '#app/sign-in/emails/break-glass.ts';
import { dailyDigestEmail } from './daily-digest.ts';
import * as reminders from './reminder-facts.ts';
import { secondFactorEmail } from '#app/sign-in/emails/second-factor.ts';
import * as steps from '#app/approvals/emails/step-facts.ts';
import { serviceAccountSuspendedEmail } from '#app/integrations/emails/service-account-suspended.ts';
import { webhookDisabledEmail } from '#app/integrations/emails/webhook-disabled.ts';
import { importCheckedEmail } from '#app/library-import/emails/import-checked.ts';
import type { Template } from '#app/kit/email/template.ts';

const joined = ['ACTIVE', 'INVITED'] as const;

/** Every kind of email. */
export const templates: Record<TemplateName, Template> = {
  // After an event.
  invitation: { kind: 'account', status: 'INVITED', write: (input) => account.codeEmail(input, 'confirm') },
  reactivation: { kind: 'account', status: 'INVITED', write: (input) => account.codeEmail(input, 'reconfirm') },
  'reset-code': { kind: 'account', status: 'ACTIVE', write: (input) => account.codeEmail(input, 'reset') },
  'email-change-code': { kind: 'account', status: joined, write: change.changeCodeEmail, address: change.newAddress },
  'email-change-requested': {
    kind: 'account',
    status: joined,
    write: change.changeRequestedEmail,
    address: change.oldAddress,
  },
  'email-change-cancelled': {
    kind: 'account',
    status: joined,
    write: change.changeCancelledEmail,
    address: change.oldAddress,
  },
  'email-changed': { kind: 'account', status: joined, write: change.changedEmail, address: change.newAddress },
  'email-changed-before': { kind: 'account', status: joined, write: change.changedEmail, address: change.oldAddress },
  'password-changed': { kind: 'account', status: 'ACTIVE', write: account.passwordChangedEmail },
  'second-factor': { kind: 'account', status: joined, write: secondFactorEmail },
  'account-locked': { kind: 'account', status: 'ACTIVE', write: account.accountLockedEmail },
  'break-glass-used': { kind: 'required', status: 'ACTIVE', write: breakGlassEmail },
  'service-account-suspended': { kind: 'required', status: 'ACTIVE', write: serviceAccountSuspendedEmail },
  'webhook-disabled': { kind: 'required', status: 'ACTIVE', write: webhookDisabledEmail },
  'approval-wanted': { kind: 'assigned', status: 'ACTIVE', write: approvals.approvalRequestedEmail },
  'approval-wanted-of-deputy': { kind: 'assigned', status: 'ACTIVE', write: deputies.deputyRequestedEmail },
  'approval-withdrawn': { kind: 'required', status: 'ACTIVE', write: approvals.approvalWithdrawnEmail },
  'absence-declared': { kind: 'assigned', status: 'ACTIVE', write: deputies.absenceDeclaredEmail },
  'document-approved': { kind: 'news', status: 'ACTIVE', write: documents.documentApprovedEmail },
  'document-effective': { kind: 'news', status: 'ACTIVE', write: documents.documentEffectiveEmail },
  'document-rejected': { kind: 'required', status: 'ACTIVE', write: approvals.documentRejectedEmail },
  'ownership-transferred': { kind: 'required', status: 'ACTIVE', write: documents.ownershipTransferredEmail },
  'training-assigned': { kind: 'assigned', status: 'ACTIVE', write: training.trainingAssignedEmail },
  'training-reminded': { kind: 'assigned', status: 'ACTIVE', write: training.trainingRemindedEmail },
  'change-requested': { kind: 'news', status: 'ACTIVE', write: changes.changeRequestedEmail },
  'change-request-decided': { kind: 'required', status: 'ACTIVE', write: changes.requestDecidedEmail },
  'comment-made': { kind: 'news', status: 'ACTIVE', write: changes.commentMadeEmail },
  'comment-answered': { kind: 'news', status: 'ACTIVE', write: changes.commentAnsweredEmail },
  'import-checked': { kind: 'assigned', status: 'ACTIVE', write: importCheckedEmail },
  // Reminders.
  'training-due': { kind: 'assigned', status: 'ACTIVE', write: reminders.trainingDueEmail },
  'training-overdue': { kind: 'assigned', status: 'ACTIVE', write: reminders.trainingOverdueEmail },
  'training-escalated': { kind: 'required', status: 'ACTIVE', write: reminders.trainingEscalatedEmail },
  'approval-waiting': { kind: 'assigned', status: 'ACTIVE', write: reminders.approvalWaitingEmail },
  'absence-begun': { kind: 'assigned', status: 'ACTIVE', write: deputies.absenceBegunEmail },
  'step-due': { kind: 'assigned', status: 'ACTIVE', write: steps.stepDueEmail },
  'step-overdue': { kind: 'assigned', status: 'ACTIVE', write: steps.stepOverdueEmail },
  'step-escalated': { kind: 'required', status: 'ACTIVE', write: steps.stepEscalatedEmail },
  'review-due': { kind: 'required', status: 'ACTIVE', write: reminders.reviewDueEmail },
  'daily-digest': { kind: 'digest', status: 'ACTIVE', write: dailyDigestEmail },
  'weekly-digest': { kind: 'digest', status: 'ACTIVE', write: reminders.weeklyDigestEmail },
};
