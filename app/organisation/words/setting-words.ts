import type { Preset } from '#events/organisation/controls.ts';
import type { SecondFactor } from '#events/organisation/second-factor.ts';
import { searchLanguages } from '#events/organisation/search-language.ts';
import type { SettingsForm } from '#app/organisation/forms.ts';

/**
 * The full name of each setting, with its unit: the name of its field, in the list of changes, in the search and in the
 * log.
 */
export const settingWords: Record<keyof SettingsForm, string> = {
  name: 'Organisation',
  timeZone: 'Time zone',
  preset: 'Controls',
  reasonForChange: 'Require a reason for every change',
  separationOfDuties: 'Separate duties',
  identityVerified: 'Verify identity before signing',
  unlockByAdmin: 'Only an admin unlocks accounts',
  secondFactor: 'Second factor',
  factorAtSigning: 'Code at signing',
  passwordPolicy: 'Passwords expire after, days',
  lockoutFailures: 'Failed attempts before the lock',
  lockoutWithin: 'Failed attempts within, minutes',
  lockoutFor: 'Locked for, minutes',
  sessionIdle: 'Idle timeout, minutes',
  sessionWhole: 'Maximum session, hours',
  invitationDays: 'Invitations valid for, days',
  manageSort: 'Order of Manage Documents',
  searchLanguage: 'Language of the search',
  revisionReasons: 'Require reason and summary of each revision',
  commentsBlock: 'An open comment that must be fixed blocks approval',
  qualityUnit: 'Quality unit',
  employeeTrails: 'Employees may see audit trails',
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

/** The presets of an organisation's controls. */
export const presetLabels: Record<Preset | 'own', string> = {
  standard: 'Standard',
  regulated: 'Regulated',
  own: 'Own choice',
};

/** The preset that applies. Regulated has a second factor too, so its words say where that is off. */
export const presetWords = (preset: Preset | 'own', secondFactor: SecondFactor): string =>
  preset === 'regulated' && secondFactor === 'off'
    ? `${presetLabels.regulated}, but without a second factor`
    : presetLabels[preset];
/** A language of the search by its PostgreSQL name, as people call it. */
export const searchLanguageLabel = (name: string): string =>
  name === 'simple' ? 'another language' : name.charAt(0).toUpperCase() + name.slice(1);
export const presetChoices = Object.entries(presetLabels).map(([value, label]) => ({ value, label }));
/** When the organisation asks for a second factor. */
export const secondFactorChoices = [
  { value: 'off', label: 'never' },
  { value: 'sign_in', label: 'at sign-in and at the first signature' },
  { value: 'sign_in_and_signing', label: 'at sign-in and at signing' },
];
/** Which signatures ask for it, where signing does. */
export const factorAtSigningChoices = [
  { value: 'each_signature', label: 'each signature' },
  { value: 'first_of_session', label: 'the first signature of a session' },
];
export const orderChoices = [
  { value: 'name', label: 'Name' },
  { value: 'revisedDate', label: 'Modified, newest first' },
];
export const languageChoices = searchLanguages.map((value) => ({ value, label: searchLanguageLabel(value) }));
export const weekdayChoices = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (label, day) => ({ value: String(day + 1), label }),
);
export const hourChoices = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ');

const chosenOf =
  (choices: readonly { value: string; label: string }[]) =>
  (value: string): string =>
    choices.find((one) => one.value === value)?.label ?? value;
/** The words of a value, where it is not shown as it is. */
export const valueWords: Partial<Record<keyof SettingsForm, (value: string) => string>> = {
  timeZone: zoneWords,
  preset: chosenOf(presetChoices),
  secondFactor: chosenOf(secondFactorChoices),
  factorAtSigning: chosenOf(factorAtSigningChoices),
  manageSort: chosenOf(orderChoices),
  searchLanguage: searchLanguageLabel,
  digestWeekday: chosenOf(weekdayChoices),
  digestHour: chosenOf(hourChoices),
};

const megabytes = (bytes: string): string => String(Number((Number(bytes) / 1024 ** 2).toFixed(3)));
/** The settings under the names that the event of their change has, where these differ from the form's. */
const formNames: Readonly<Record<string, keyof SettingsForm>> = {
  'lockout.failures': 'lockoutFailures',
  'lockout.withinMinutes': 'lockoutWithin',
  'lockout.forMinutes': 'lockoutFor',
  'session.idleMinutes': 'sessionIdle',
  'session.absoluteHours': 'sessionWhole',
  'reminders.beforeDue': 'remindBefore',
  'reminders.afterDue': 'remindAfter',
  'reminders.afterDueDays': 'remindAfterDays',
  'reminders.approvals': 'remindApprovals',
  'reminders.approvalDays': 'remindApprovalDays',
  'reminders.escalation': 'escalate',
  'reminders.escalationDays': 'escalateDays',
  'reminders.digest': 'digest',
  'reminders.digestWeekday': 'digestWeekday',
  'reminders.digestHour': 'digestHour',
  'controls.reasonForChange': 'reasonForChange',
  'controls.separationOfDuties': 'separationOfDuties',
  'controls.identityVerified': 'identityVerified',
  'controls.unlockByAdmin': 'unlockByAdmin',
};

/** The settings of single sign-on, which have a page of their own. */
const signOnNames: Readonly<Record<string, string>> = {
  'singleSignOn.issuer': 'Single sign-on, issuer',
  'singleSignOn.name': 'Single sign-on, name',
  'singleSignOn.clientId': 'Single sign-on, client ID',
  'singleSignOn.secret': 'Single sign-on, client secret',
  'singleSignOn.domains': 'Single sign-on, email domains',
  'singleSignOn.localAdmin': 'Single sign-on, user ID of the local admin',
  'singleSignOn.localAdminName': 'Single sign-on, local admin',
};

/** Name and value of a setting in the words of the screens; null where the event's field is none. */
export function recordedSetting(field: string): { name: string; value: (stored: string) => string } | null {
  if (field === 'uploadLimit') return { name: settingWords.uploadLimit, value: megabytes };
  const own = signOnNames[field];
  if (own) return { name: own, value: (stored) => (field === 'singleSignOn.secret' ? 'Entered' : stored) };
  const name = formNames[field] ?? field;
  if (field === 'name' || !(name in settingWords)) return null;
  const setting = name as keyof SettingsForm;
  return {
    name: settingWords[setting],
    value: (stored) =>
      stored === 'true' ? 'Yes' : stored === 'false' ? 'No' : (valueWords[setting]?.(stored) ?? stored),
  };
}
