import { useEffect, useRef } from 'react';
import type { Preset } from '#events/organisation/controls.ts';
import type { ControlTicks, SettingsForm } from '#app/organisation/forms.ts';

const namesOf = (ticks: ControlTicks) => Object.keys(ticks) as (keyof ControlTicks)[];

/**
 * While the form is filled in: a chosen preset sets the controls, and a changed one chooses the preset that has them.
 * `unit`: the quality unit that a preset chooses where none is.
 */
export function useChosenPreset(saved: SettingsForm, presets: Record<Preset, ControlTicks>, unit: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fields = list.current;
    const preset = fields?.querySelector<HTMLSelectElement>('select[name="preset"]');
    const units = fields?.querySelector<HTMLSelectElement>('select[name="qualityUnit"]');
    if (!fields || !preset || !units) return;
    const tick = (name: string) => fields.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
    const isOn = (name: keyof ControlTicks) => (name === 'qualityUnit' ? units.value !== '' : tick(name).checked);
    const set = (name: keyof ControlTicks, on: boolean) => {
      if (name === 'qualityUnit') units.value = on ? units.value || unit : '';
      else tick(name).checked = on;
    };
    const follow = ({ target }: Event) => {
      const chosen = presets[preset.value as Preset] as ControlTicks | undefined;
      if (target === preset) {
        if (chosen) for (const name of namesOf(chosen)) set(name, chosen[name]);
      } else {
        const found = Object.entries(presets).find(([, ticks]) =>
          namesOf(ticks).every((name) => name === 'secondFactor' || isOn(name) === ticks[name]),
        );
        preset.value = found?.[0] ?? 'own';
      }
      const sets = preset.value === saved.preset ? undefined : chosen;
      tick('secondFactor').checked = sets?.secondFactor ?? saved.secondFactor !== 'off';
    };
    fields.addEventListener('change', follow);
    return () => fields.removeEventListener('change', follow);
  }, [saved, presets, unit]);
  return list;
}
