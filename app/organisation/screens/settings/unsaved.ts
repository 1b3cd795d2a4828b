import { useBlocker } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { SettingsForm } from '#app/organisation/forms.ts';
import type { Option } from '#app/ui/field/field.tsx';
import { settingSections, type SettingsSection } from '#app/organisation/words/setting-words.ts';
import { type SettingChange, settingChanges, unitWords } from '#app/organisation/words/settings.ts';

/** What differs in the form `of` from what is saved, while it is filled in. */
export function useUnsaved(
  of: string,
  section: SettingsSection,
  saved: SettingsForm,
  units: readonly Option[],
): readonly SettingChange[] {
  const [changes, setChanges] = useState<readonly SettingChange[]>([]);
  useEffect(() => {
    const form = document.getElementById(of);
    if (!(form instanceof HTMLFormElement)) return;
    const look = () => {
      const sent = new FormData(form);
      const typed = settingSections[section].fields.map((name) => {
        const value = sent.get(name);
        return [name, typeof saved[name] === 'boolean' ? value !== null : String(value as string | null)];
      });
      setChanges(settingChanges(section, saved, { ...saved, ...Object.fromEntries(typed) }, unitWords(units)));
    };
    look();
    form.addEventListener('input', look);
    form.addEventListener('change', look);
    return () => {
      form.removeEventListener('input', look);
      form.removeEventListener('change', look);
    };
  }, [of, section, saved, units]);
  return changes;
}

/** Asks before a link of the product leaves a page with unsaved changes. */
export function useLeaveQuestion(unsaved: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      currentLocation.pathname !== nextLocation.pathname &&
      !confirm('Leave without saving? Your changes are lost.'),
  );
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
}
