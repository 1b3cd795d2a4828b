import { Link } from '@remix-run/react';
import type { Preset } from '#events/organisation/controls.ts';
import { addresses } from '#app/kit/addresses.ts';
import { useChosenPreset } from '#app/organisation/screens/settings/chosen-preset.ts';
import { ChoiceIn, Setting, type SettingFields } from '#app/organisation/screens/settings/setting.tsx';
import { Check, type Option, plainField } from '#app/ui/field/field.tsx';
import { Section } from '#app/ui/page/page.tsx';
import type { ControlTicks, SettingsForm } from '#app/organisation/forms.ts';
import { presetChoices, presetWords, settingWords } from '#app/organisation/words/setting-words.ts';
import './settings.css';

const note =
  'Standard has all controls off. Regulated, for 21 CFR Part 11 and EU Annex 11, has all controls on. ' +
  'Another preset sets all of them. With one control changed the preset is Own choice.';
const hints = {
  reasonForChange: 'If off, people may leave the reason for a change empty.',
  separationOfDuties:
    'The owner cannot be the only approver or give final approval. The only approver cannot give it either.',
  identityVerified: 'People can sign after an admin has recorded how they were identified.',
  unlockByAdmin: 'A lock does not end by itself, and a new password does not lift it.',
  revisionReasons: 'A revision then says why it is made and, in a line or more, what it changes.',
  commentsBlock: 'Nobody can approve the version until the comment is resolved (ISO 13485 4.2.4 a).',
};
const controls = Object.entries(hints) as [keyof typeof hints, string][];

interface ControlsSectionProps {
  fields: SettingFields;
  /** As they are now. */
  saved: SettingsForm;
  /** What each preset sets. */
  presets: Record<Preset, ControlTicks>;
  /** The choices of a quality unit, and the one of a preset. */
  units: readonly Option[];
  unit: string;
}

/** The controls of the organisation under every preset. A preset sets all of them, and each can be changed alone. */
export function ControlsSection({ fields, saved, presets, units, unit }: ControlsSectionProps) {
  const options = presetChoices.map((one) =>
    one.value === saved.preset ? { ...one, label: presetWords(saved.preset, saved.secondFactor) } : one,
  );
  const list = useChosenPreset(saved, presets, unit);
  return (
    <Section id="controls" title="Controls" note={note} narrow first>
      <div className="stack" ref={list}>
        <Setting fields={[fields.preset]}>
          The preset is <ChoiceIn field={fields.preset} options={options} />
        </Setting>
        {controls.map(([name, hint]) => (
          <Check key={name} field={fields[name]} label={settingWords[name]} hint={hint} />
        ))}
        <Setting fields={[fields.qualityUnit]}>
          Quality unit: <ChoiceIn field={fields.qualityUnit} options={units} />
        </Setting>
        <p className="hint">
          At least one approver of each version holds this function (21 CFR 211.22(c)). Grant it under{' '}
          <Link to={addresses.settingsFunctions()}>Functions</Link>.
        </p>
        <div>
          <Check
            field={plainField('secondFactor', { defaultChecked: saved.secondFactor !== 'off' })}
            label={settingWords.secondFactor}
            disabled
          />
          <p className="hint">
            Each person signs in with a code beside the password. Choose when under{' '}
            <Link to={addresses.settings('ways-in')}>Sign-in and passwords</Link>.
          </p>
        </div>
      </div>
    </Section>
  );
}
