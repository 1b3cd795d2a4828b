import { useEffect, useRef } from 'react';
import type { Preset } from '#events/organisation/controls.ts';
import type { ControlTicks, SettingsForm } from '#app/organisation/forms.ts';

const tickNames = (ticks: ControlTicks) => Object.keys(ticks) as (keyof ControlTicks)[];

/** While the form is filled in: a chosen preset sets the ticks, and a changed tick chooses the preset that has them. */
export function useChosenPreset(saved: SettingsForm, presets: Record<Preset, ControlTicks>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fields = list.current;
    const preset = fields?.querySelector<HTMLSelectElement>('select[name="preset"]');
    if (!fields || !preset) return;
    const tick = (name: string) => fields.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
    const follow = ({ target }: Event) => {
      const chosen = presets[preset.value as Preset] as ControlTicks | undefined;
      if (target === preset) {
        if (chosen) for (const name of tickNames(chosen)) tick(name).checked = chosen[name];
      } else {
        const found = Object.entries(presets).find(([, ticks]) =>
          tickNames(ticks).every((name) => name === 'secondFactor' || tick(name).checked === ticks[name]),
        );
        preset.value = found?.[0] ?? 'own';
      }
      const asks = preset.value !== saved.preset && presets[preset.value as Preset]?.secondFactor;
      tick('secondFactor').checked = saved.secondFactor !== 'off' || Boolean(asks);
    };
    fields.addEventListener('change', follow);
    return () => fields.removeEventListener('change', follow);
  }, [saved, presets]);
  return list;
}
