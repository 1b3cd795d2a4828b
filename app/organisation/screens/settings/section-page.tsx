import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import {
  formOf,
  namesQualityUnit,
  presetTicks,
  qualityUnitChoices,
  sectionForm,
  settingsForm,
  settingsOfForm,
  type SettingsForm,
} from '#app/organisation/forms.ts';
import { getSettings } from '#app/organisation/queries/get-settings.ts';
import { listWithoutFactor } from '#app/kit/people/second-factor.ts';
import { ControlsSection } from '#app/organisation/screens/settings/controls-section.tsx';
import {
  DocumentsSection,
  OrganisationSection,
  RemindersSection,
} from '#app/organisation/screens/settings/plain-sections.tsx';
import { WaysInSection } from '#app/organisation/screens/settings/ways-in-section.tsx';
import { SettingsFrame } from '#app/organisation/screens/settings/settings-frame.tsx';
import { DiscardForm, SaveBar } from '#app/organisation/screens/settings/save-bar.tsx';
import { useLeaveQuestion, useUnsaved } from '#app/organisation/screens/settings/unsaved.ts';
import { SavedMeanwhile } from '#app/kit/screen/saved-meanwhile.tsx';
import { changedWords, readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import type { WithReason } from '#app/ui/field/field.tsx';
import { Form, useLastResult } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import { numbersNamed, savedWords, settingChanges, unitWords } from '#app/organisation/words/settings.ts';
import { settingSections, settingsSections, settingWords, valueWords } from '#app/organisation/words/setting-words.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle('Settings', data?.title);

const address = {
  access: 'organisation.change_settings',
  params: z.object({ section: z.enum(settingsSections) }),
} as const;

export const loader = screenLoader({
  ...address,
  async load({ ask, params: { section }, ports }) {
    const { name, settings, functions, streamVersion } = await ask(getSettings, {});
    return {
      section,
      title: settingSections[section].title,
      constraint: getZodConstraint(settingsForm),
      commandId: ports.newId(),
      streamVersion,
      values: formOf(name, settings),
      presets: section === 'controls' ? presetTicks : null,
      ...qualityUnitChoices(settings, functions),
      withoutFactor: section === 'ways-in' ? await ask(listWithoutFactor, {}) : null,
      zones: section === 'organisation' ? zonesWith(settings.timeZone) : [],
    };
  },
});

const zonesWith = (zone: string) => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])];

export const action = screenAction({
  ...address,
  async act(page) {
    const { section } = page.params;
    const form = await readForm(page, sectionForm(settingSections[section].fields), { command: changeSettings });
    if (!form.ok) return form.showAgain();
    const { name, settings: before, functions } = await page.ask(getSettings, {});
    const typed = { ...formOf(name, before), ...form.values };
    const settings = settingsOfForm(typed, before, functions);
    const result = await form.run(changeSettings, {
      ...form.values,
      name: typed.name,
      settings,
      namesQualityUnit: namesQualityUnit(typed, before),
    });
    if (!result.ok) return form.refused(result.failure, failed.saveSettings);
    const { units, unit } = qualityUnitChoices(before, functions);
    const after = formOf(typed.name, settings);
    const chosen = namesQualityUnit(typed, before) ? { ...after, preset: typed.preset, qualityUnit: unit } : after;
    const changes = settingChanges(section, formOf(name, before), chosen, unitWords(units));
    return redirectTo(page, addresses.settings(section), changedWords(result.value, savedWords(changes)));
  },
});

/** A section of the organisation's settings. */
export default function SettingsSectionPage() {
  const { section, streamVersion } = useLoaderData<typeof loader>();
  return (
    <SettingsFrame current={section}>
      {/* Once saved, or in another section, the form begins anew. */}
      <SectionForm key={`${section} ${streamVersion}`} />
      <DiscardForm section={section} />
    </SettingsFrame>
  );
}

function SectionForm() {
  const { section, constraint, commandId, streamVersion, values, zones, presets, units, unit, withoutFactor } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<SettingsForm>>({
    id: 'settings',
    lastResult: useLastResult(answer?.lastResult),
    constraint,
    defaultValue: values,
  });
  const changes = useUnsaved(form.id, section, values, units);
  useLeaveQuestion(changes.length > 0);
  return (
    <>
      <SavedMeanwhile
        answer={answer}
        fields={settingSections[section].fields.map((name) => ({
          name,
          label: settingWords[name],
          saved: values[name],
          show: name === 'qualityUnit' ? (value) => unitWords(units)[value] ?? value : valueWords[name],
        }))}
      />
      <Form
        form={numbersNamed(form)}
        commandId={commandId}
        expectedVersion={streamVersion}
        layout="bare"
        labels={settingWords}
      >
        {section === 'organisation' && <OrganisationSection fields={fields} zones={zones} />}
        {presets && <ControlsSection fields={fields} saved={values} presets={presets} units={units} unit={unit} />}
        {section === 'ways-in' && withoutFactor && (
          <WaysInSection fields={fields} asked={values.secondFactor !== 'off'} without={withoutFactor} />
        )}
        {section === 'documents' && <DocumentsSection fields={fields} />}
        {section === 'reminders' && <RemindersSection fields={fields} zone={values.timeZone} />}
        <SaveBar reason={fields.reason} changes={changes} />
      </Form>
    </>
  );
}
