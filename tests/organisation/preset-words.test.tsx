import { describe, expect, it } from 'vitest';
import { presets } from '#events/organisation/controls.ts';
import { defaultSettings, type OrganisationSettings } from '#events/organisation/events.ts';
import { formOf, presetTicks } from '#app/organisation/forms.ts';
import { ControlsSection } from '#app/organisation/screens/settings/controls-section.tsx';
import { NumberIn, type SettingFields } from '#app/organisation/screens/settings/setting.tsx';
import { plainField } from '#app/ui/field/field.tsx';
import { peopleDescriptions } from '#app/people/words/describe-people-event.ts';
import { shown } from '#tests/support/shown.tsx';

const regulatedSettings = {
  ...presets.regulated,
  qualityUnit: { uid: '00000000-0000-4000-8000-000000000041', name: 'Quality unit' },
};

describe('the preset', () => {
  const labels = (saved: OrganisationSettings): string => {
    const values = formOf('Northmere', saved);
    const fields = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        { name, id: name, defaultValue: String(value), defaultChecked: value === true },
      ]),
    ) as unknown as SettingFields;
    return shown(<ControlsSection fields={fields} saved={values} presets={presetTicks} units={[]} unit="" />);
  };

  it('says where Regulated applies without the second factor that it has', () => {
    const regulated = { ...defaultSettings, ...regulatedSettings };
    expect(labels({ ...regulated, secondFactor: 'off' })).toContain('>Regulated, but without a second factor</option>');
    expect(labels({ ...regulated, secondFactor: 'sign_in' })).toContain('>Regulated</option>');
    expect(labels(defaultSettings)).toContain('>Regulated</option>');
  });

  it.each([defaultSettings, { ...defaultSettings, ...regulatedSettings }])(
    'shows each control with its tick',
    (saved) => {
      const ticks = [...labels(saved).matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([tick]) => [
        /name="(\w+)"/.exec(tick)?.[1],
        tick.includes('checked'),
      ]);
      const isOn = saved !== defaultSettings;
      expect(ticks).toEqual(
        Object.keys(presetTicks.regulated).flatMap((name) => (name === 'qualityUnit' ? [] : [[name, isOn]])),
      );
      expect(labels(saved)).toContain('href="/dashboard/settings/ways-in"');
    },
  );

  it('is in the log as it was set up', () => {
    const created = { organisation: 'o', name: 'Northmere', domain: 'northmere.example' };
    const settings = { ...defaultSettings, ...regulatedSettings, secondFactor: 'off' as const };
    const noteOf = (saved: OrganisationSettings) =>
      peopleDescriptions.OrganisationCreated({ ...created, settings: saved }, { person: () => 'Ada' } as never).note;
    expect(noteOf(settings)).toBe('Controls: Regulated, but without a second factor.');
    expect(noteOf({ ...settings, secondFactor: 'sign_in' })).toBe('Controls: Regulated.');
  });
});

it.each([
  ['1', ' day'],
  ['14', ' days'],
])('a number of days in a sentence has its unit: %s', (defaultValue, unit) => {
  const field = plainField('invitationDays', { defaultValue });
  expect(shown(<NumberIn field={field} unit="day" />).replace(/<[^>]+>/g, '')).toBe(unit);
});
