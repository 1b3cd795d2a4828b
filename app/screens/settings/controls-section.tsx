import type { SettingFields } from '#app/screens/settings/setting.tsx';
import type { SettingsForm } from '#app/forms/settings.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check } from '#app/ui/field/check.tsx';
import { Section } from '#app/ui/page/section.tsx';
import { presetChoices, presetLabels, settingWords } from '#app/wording/setting-words.ts';

const hints = {
  reasonForChange: 'If off, people may leave the reason for a change empty.',
  separationOfDuties: 'The owner, or the person who gives final approval, cannot be the only approver.',
  identityVerified: 'People can sign after an admin has recorded how they were identified.',
  unlockByAdmin: 'A lock does not end by itself, and a new password does not lift it.',
};
const controls = Object.entries(hints) as [keyof typeof hints, string][];

/** The controls of the organisation: a preset sets all of them, and each can be chosen alone. `saved`: its preset. */
export function ControlsSection({ saved, fields }: { saved: SettingsForm['preset']; fields: SettingFields }) {
  return (
    <Section
      id="controls"
      title="Controls"
      note={
        saved === 'own'
          ? 'Your own choice of controls applies.'
          : `The controls of the preset ${presetLabels[saved]} apply.`
      }
      narrow
      first
    >
      <Choices single field={fields.preset} legend="Controls" choices={presetChoices} />
      <div className="own-choice stack">
        {controls.map(([name, hint]) => (
          <Check key={name} field={fields[name]} label={settingWords[name]} hint={hint} />
        ))}
      </div>
    </Section>
  );
}
