import type { Preset } from '#events/organisation/controls.ts';
import type { SecondFactor } from '#events/organisation/second-factor.ts';
import { searchLanguages } from '#events/organisation/search-language.ts';

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

/** The sections of the settings in their order, by their titles. */
const sections = {
  organisation: 'Organisation',
  controls: 'Controls',
  'ways-in': 'Sign-in and passwords',
  documents: 'Documents and training',
  reminders: 'Reminders',
} as const;
export type SettingsSection = keyof typeof sections;

interface Setting {
  readonly section: SettingsSection;
  /** Its full name with its unit: of its field, in the list of changes, in the search and in the log. */
  readonly words: string;
  /** Its place in the settings, and its name in the event of a change, where this is not the name of its field. */
  readonly recorded?: string;
  /** The words of a value, where it is not shown as it is. */
  readonly value?: (value: string) => string;
}

/** Every setting by the name of its field, in the order of the pages. */
const table = {
  name: { section: 'organisation', words: 'Organisation' },
  timeZone: { section: 'organisation', words: 'Time zone', value: zoneWords },
  preset: { section: 'controls', words: 'Controls', value: chosenOf(presetChoices) },
  reasonForChange: {
    section: 'controls',
    words: 'Require a reason for every change',
    recorded: 'controls.reasonForChange',
  },
  separationOfDuties: { section: 'controls', words: 'Separate duties', recorded: 'controls.separationOfDuties' },
  identityVerified: {
    section: 'controls',
    words: 'Verify identity before signing',
    recorded: 'controls.identityVerified',
  },
  unlockByAdmin: { section: 'controls', words: 'Only an admin unlocks accounts', recorded: 'controls.unlockByAdmin' },
  revisionReasons: { section: 'controls', words: 'Require reason and summary of each revision' },
  commentsBlock: { section: 'controls', words: 'An open comment that must be fixed blocks approval' },
  qualityUnit: { section: 'controls', words: 'Quality unit' },
  secondFactor: { section: 'ways-in', words: 'Second factor', value: chosenOf(secondFactorChoices) },
  factorAtSigning: { section: 'ways-in', words: 'Code at signing', value: chosenOf(factorAtSigningChoices) },
  passwordPolicy: { section: 'ways-in', words: 'Passwords expire after, days' },
  lockoutFailures: { section: 'ways-in', words: 'Failed attempts before the lock', recorded: 'lockout.failures' },
  lockoutWithin: { section: 'ways-in', words: 'Failed attempts within, minutes', recorded: 'lockout.withinMinutes' },
  lockoutFor: { section: 'ways-in', words: 'Locked for, minutes', recorded: 'lockout.forMinutes' },
  sessionIdle: { section: 'ways-in', words: 'Idle timeout, minutes', recorded: 'session.idleMinutes' },
  sessionWhole: { section: 'ways-in', words: 'Maximum session, hours', recorded: 'session.absoluteHours' },
  invitationDays: { section: 'ways-in', words: 'Invitations valid for, days' },
  manageSort: { section: 'documents', words: 'Order of Manage Documents', value: chosenOf(orderChoices) },
  uploadLimit: { section: 'documents', words: 'Largest file, megabytes' },
  employeeTrails: { section: 'documents', words: 'Employees may see audit trails' },
  searchLanguage: { section: 'documents', words: 'Language of the search', value: searchLanguageLabel },
  trainingDueDays: { section: 'documents', words: 'Training due after, days' },
  remindBefore: { section: 'reminders', words: 'Remind before training is due', recorded: 'reminders.beforeDue' },
  reminderDays: { section: 'reminders', words: 'Before the due date, days' },
  remindAfter: { section: 'reminders', words: 'Remind when training is overdue', recorded: 'reminders.afterDue' },
  remindAfterDays: { section: 'reminders', words: 'After the due date, days', recorded: 'reminders.afterDueDays' },
  remindApprovals: { section: 'reminders', words: 'Remind approvers', recorded: 'reminders.approvals' },
  remindApprovalDays: { section: 'reminders', words: 'Approval open for, days', recorded: 'reminders.approvalDays' },
  escalate: { section: 'reminders', words: 'Notify admins of overdue training', recorded: 'reminders.escalation' },
  escalateDays: { section: 'reminders', words: 'Overdue for, days', recorded: 'reminders.escalationDays' },
  digest: { section: 'reminders', words: 'Weekly digest', recorded: 'reminders.digest' },
  digestWeekday: {
    section: 'reminders',
    words: 'Weekly digest, day',
    recorded: 'reminders.digestWeekday',
    value: chosenOf(weekdayChoices),
  },
  digestHour: {
    section: 'reminders',
    words: 'Weekly digest, hour',
    recorded: 'reminders.digestHour',
    value: chosenOf(hourChoices),
  },
} as const satisfies Record<string, Setting>;
export type SettingName = keyof typeof table;
const settings: Readonly<Record<SettingName, Setting>> = table;
export const settingNames = Object.keys(table) as SettingName[];

const each = <T>(of: (setting: Setting) => T) =>
  Object.fromEntries(settingNames.map((name) => [name, of(settings[name])])) as Record<SettingName, T>;
export const settingWords = each(({ words }) => words);
export const valueWords = each(({ value }) => value);

/** The place of a setting in the settings of an organisation: `lockout.failures`. */
export const recordedAs = (name: SettingName): string => settings[name].recorded ?? name;

/** The settings in each section. */
export const settingSections = Object.fromEntries(
  Object.entries(sections).map(([section, title]) => [
    section,
    { title, fields: settingNames.filter((name) => settings[name].section === section) },
  ]),
) as Record<SettingsSection, { title: string; fields: SettingName[] }>;
export const settingsSections = Object.keys(sections) as SettingsSection[];

const megabytes = (bytes: string): string => String(Number((Number(bytes) / 1024 ** 2).toFixed(3)));

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
  const name = settingNames.find((one) => one !== 'name' && recordedAs(one) === field);
  if (!name) return null;
  return {
    name: settingWords[name],
    value: (stored) => (stored === 'true' ? 'Yes' : stored === 'false' ? 'No' : (valueWords[name]?.(stored) ?? stored)),
  };
}
