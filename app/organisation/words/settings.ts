import type { SettingsForm } from '#app/organisation/forms.ts';
import type { FormState } from '#app/ui/form/form-state.ts';
import {
  settingSections,
  settingWords,
  valueWords,
  type SettingsSection,
} from '#app/organisation/words/setting-words.ts';

export interface SettingChange {
  name: string;
  from: string;
  to: string;
}

/** The words of each choice of a quality unit. */
export const unitWords = (units: readonly { value: string; label: string }[]): Record<string, string> =>
  Object.fromEntries(units.map(({ value, label }) => [value, label]));

type Values = Partial<Record<keyof SettingsForm, string | number | boolean>>;

/**
 * What differs between two forms of a section. A preset may switch the second factor on; a choice of one's own that is
 * the same as the preset is no change. `units`: the choices of a quality unit by value.
 */
export function settingChanges(
  section: SettingsSection,
  before: Values,
  after: Values,
  units: Readonly<Record<string, string>> = {},
): SettingChange[] {
  const shown = (name: keyof SettingsForm, value: string | number | boolean = '') => {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    const words = String(value).trim();
    if (name === 'qualityUnit') return units[words] ?? words;
    return (valueWords[name]?.(words) ?? words) || 'None';
  };
  const { fields } = settingSections[section];
  const counted: readonly (keyof SettingsForm)[] = section === 'controls' ? [...fields, 'secondFactor'] : fields;
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
