import { ChoiceIn, Setting, type SettingFields } from '#app/organisation/screens/settings/setting.tsx';
import { Check } from '#app/ui/field/check.tsx';
import { Section } from '#app/ui/page/section.tsx';
import type { SettingsForm } from '#app/organisation/forms.ts';
import { presetChoices, presetWords, settingWords } from '#app/organisation/words/setting-words.ts';
import './settings.css';

const note =
  'Standard has all controls off. Regulated, for 21 CFR Part 11 and EU Annex 11, has all controls on, and a second ' +
  'factor at sign-in. Own choice sets each control alone.';
const hints = {
  reasonForChange: 'If off, people may leave the reason for a change empty.',
  separationOfDuties:
    'The owner cannot be the only approver or give final approval. The only approver cannot give it either.',
  identityVerified: 'People can sign after an admin has recorded how they were identified.',
  unlockByAdmin: 'A lock does not end by itself, and a new password does not lift it.',
};
const controls = Object.entries(hints) as [keyof typeof hints, string][];

/**
 * The controls of the organisation: a preset sets all of them, and each can be chosen alone. `saved`: as they are now.
 */
export function ControlsSection({ fields, saved }: { fields: SettingFields; saved: SettingsForm }) {
  const options = presetChoices.map((one) =>
    one.value === saved.preset ? { ...one, label: presetWords(saved.preset, saved.secondFactor) } : one,
  );
  return (
    <Section id="controls" title="Controls" note={note} narrow first>
      <Setting fields={[fields.preset]}>
        The preset is <ChoiceIn field={fields.preset} options={options} />
      </Setting>
      <div className="own-choice stack">
        {controls.map(([name, hint]) => (
          <Check key={name} field={fields[name]} label={settingWords[name]} hint={hint} />
        ))}
      </div>
    </Section>
  );
}
