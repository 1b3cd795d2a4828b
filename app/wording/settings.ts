import type { SettingsForm } from '#app/forms/settings.ts';
import { searchLanguages } from '#events/organisation/search-language.ts';
import type { FormState } from '#app/ui/form/form-state.ts';
import { presetLabels, searchLanguageLabel } from '#app/wording/phrases.ts';

/** The full name of each setting, with its unit: the name of its field, and in the list of changes. */
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
  searchLanguage: 'Language of the search',
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

/** The sections of the settings in their order: the title, and the settings in the order of the page. */
export const settingSections = {
  organisation: { title: 'Organisation', fields: ['name', 'timeZone'] },
  controls: {
    title: 'Controls',
    fields: ['preset', 'reasonForChange', 'separationOfDuties', 'identityVerified', 'unlockByAdmin'],
  },
  passwords: {
    title: 'Passwords and sessions',
    fields: [
      'passwordPolicy',
      'lockoutFailures',
      'lockoutWithin',
      'lockoutFor',
      'sessionIdle',
      'sessionWhole',
      'invitationDays',
    ],
  },
  documents: {
    title: 'Documents and training',
    fields: ['manageSort', 'uploadLimit', 'searchLanguage', 'trainingDueDays'],
  },
  reminders: {
    title: 'Reminders',
    fields: [
      'remindBefore',
      'reminderDays',
      'remindAfter',
      'remindAfterDays',
      'remindApprovals',
      'remindApprovalDays',
      'escalate',
      'escalateDays',
      'digest',
      'digestWeekday',
      'digestHour',
    ],
  },
} as const satisfies Record<string, { title: string; fields: readonly (keyof SettingsForm)[] }>;
export type SettingsSection = keyof typeof settingSections;
export const settingsSections = Object.keys(settingSections) as SettingsSection[];

export const presetChoices = [
  { value: 'standard', label: presetLabels.standard, note: 'all controls off' },
  { value: 'regulated', label: presetLabels.regulated, note: '21 CFR Part 11 and EU Annex 11: all controls on' },
  { value: 'own', label: presetLabels.own, note: 'choose each control' },
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
  manageSort: chosenOf(orderChoices),
  searchLanguage: searchLanguageLabel,
  digestWeekday: chosenOf(weekdayChoices),
  digestHour: chosenOf(hourChoices),
};

export interface SettingChange {
  name: string;
  from: string;
  to: string;
}

type Values = Partial<Record<keyof SettingsForm, string | number | boolean>>;

/**
 * What differs between two forms of a section. The single controls count where the organisation chooses each; a choice
 * of its own that is the same as the preset is no change.
 */
export function settingChanges(section: SettingsSection, before: Values, after: Values): SettingChange[] {
  const shown = (name: keyof SettingsForm, value: string | number | boolean = '') => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    const words = String(value).trim();
    return (valueWords[name]?.(words) ?? words) || 'None';
  };
  const { fields } = settingSections[section];
  const counted = section === 'controls' && after.preset !== 'own' ? (['preset'] as const) : fields;
  const changes = counted.flatMap((name) => {
    const [from, to] = [shown(name, before[name]), shown(name, after[name])];
    return from === to ? [] : [{ name: settingWords[name], from, to }];
  });
  return after.preset === 'own' && changes.every(({ name }) => name === settingWords.preset) ? [] : changes;
}

/** Changes in the message after saving. */
const most = 5;

/** The message after saving, with what was changed. */
export function savedWords(changes: readonly SettingChange[]): string {
  const listed = changes.slice(0, most).map(({ name, from, to }) => `${name}: ${from} → ${to}.`);
  const more = changes.length > most ? [`And ${changes.length - most} more.`] : [];
  return ['Settings saved.', ...listed, ...more].join(' ');
}

/** A message about a number, which would fit any field, with the name of its setting. */
export const withName = (name: string, message: string): string =>
  message.startsWith('Enter a whole number')
    ? `${settingWords[name as keyof SettingsForm] ?? name}: ${message}`
    : message;

/** The form for its error summary, with names before messages about numbers. */
export const numbersNamed = ({ id, onSubmit, allErrors }: FormState): FormState => ({
  id,
  onSubmit,
  allErrors: Object.fromEntries(
    Object.entries(allErrors).map(([name, messages]) => [name, messages.map((one) => withName(name, one))]),
  ),
});
