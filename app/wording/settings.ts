import type { SettingsForm } from '#app/forms/settings.ts';
import type { FormState } from '#app/ui/form/form-state.ts';

/** The full name of each setting; its label on the page is shorter because its section names the rest. */
export const settingWords: Record<keyof SettingsForm, string> = {
  name: 'Organisation',
  timeZone: 'Time zone',
  preset: 'Controls',
  reasonForChange: 'Require a reason for every change',
  separationOfDuties: 'Separate duties',
  identityVerified: 'Verify identity before signing',
  unlockByAdmin: 'Only an admin unlocks accounts',
  passwordPolicy: 'Passwords expire after, days',
  lockoutFailures: 'Failed attempts before the lock',
  lockoutWithin: 'Failed attempts within, minutes',
  lockoutFor: 'Locked for, minutes',
  sessionIdle: 'Idle timeout, minutes',
  sessionWhole: 'Maximum session, hours',
  invitationDays: 'Invitations valid for, days',
  manageSort: 'Order of Manage Documents',
  trainingDueDays: 'Training due after, days',
  remindBefore: 'Remind before training is due',
  reminderDays: 'Before the due date, days',
  remindAfter: 'Remind when training is overdue',
  remindAfterDays: 'After the due date, days',
  remindApprovals: 'Remind approvers',
  remindApprovalDays: 'Approval open for, days',
  escalate: 'Notify admins of overdue training',
  escalateDays: 'Overdue for, days',
  digest: 'Weekly digest',
  digestWeekday: 'Weekly digest, day',
  digestHour: 'Weekly digest, hour',
  uploadLimit: 'Largest file, megabytes',
};

/** The form for its error summary, with labels before messages about numbers, which would fit any field. */
export const numbersNamed = (
  { id, onSubmit, allErrors }: FormState,
  labels: Readonly<Record<string, string>>,
): FormState => ({
  id,
  onSubmit,
  allErrors: Object.fromEntries(
    Object.entries(allErrors).map(([name, messages]) => [
      name,
      messages.map((one) => (one.startsWith('Enter a whole number') ? `${labels[name] ?? name}: ${one}` : one)),
    ]),
  ),
});
