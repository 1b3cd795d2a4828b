import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeSettings } from '#app/commands/organisation/change-settings.ts';
import { formOf, settingsForm, settingsOfForm, type SettingsForm } from '#app/forms/settings.ts';
import { addresses } from '#app/addresses.ts';
import { readForm, redirectTo } from '#app/server/screen/form.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { getSettings } from '#app/queries/organisation/get-settings.ts';
import { SavedMeanwhile } from '#app/screens/team/saved-meanwhile.tsx';
import { failed } from '#app/wording/refusals.ts';
import { ControlsSection, presetChoices } from '#app/screens/settings/controls-section.tsx';
import { numbersNamed, settingWords } from '#app/wording/settings.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check } from '#app/ui/field/check.tsx';
import { SelectField, TextField } from '#app/ui/field/field.tsx';
import { ReasonField, type WithReason } from '#app/ui/field/reason-field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Section, SectionFoot } from '#app/ui/page/section.tsx';
import { Page, PageHead, Pair } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta: MetaFunction = () => [{ title: 'Settings - Imprimatur' }];

export const loader = screenLoader({
  access: 'organisation.change_settings',
  async load({ ask, ports }) {
    const { name, settings, streamVersion } = await ask(getSettings, {});
    return {
      constraint: getZodConstraint(settingsForm),
      commandId: ports.newId(),
      streamVersion,
      values: formOf(name, settings),
      zones: [...new Set(['UTC', settings.timeZone, ...Intl.supportedValuesOf('timeZone')])],
    };
  },
});

export const action = screenAction({
  access: 'organisation.change_settings',
  async act(page) {
    const form = await readForm(page, settingsForm, { command: changeSettings });
    if (!form.ok) return form.again();
    const settings = settingsOfForm(form.values, page.viewer.settings);
    const result = await form.run(changeSettings, { ...form.values, settings });
    if (!result.ok) return form.refused(result.failure, failed.saveSettings);
    return redirectTo(page, addresses.settings(), result.value.changed ? 'Settings saved.' : 'Nothing was changed.');
  },
});

type NumberField = Exclude<
  { [K in keyof SettingsForm]: SettingsForm[K] extends number ? K : never }[keyof SettingsForm],
  'digestWeekday' | 'digestHour'
>;

/** Each number's label, and its unit. */
const numbers: Record<NumberField, readonly [label: string, unit: string]> = {
  passwordPolicy: ['Passwords expire after', 'Days'],
  lockoutFailures: ['Failed attempts', 'Before the lock'],
  lockoutWithin: ['Within', 'Minutes'],
  lockoutFor: ['Locked for', 'Minutes'],
  sessionIdle: ['Idle timeout', 'Minutes'],
  sessionWhole: ['Maximum session', 'Hours'],
  invitationDays: ['Invitations are valid for', 'Days'],
  trainingDueDays: ['Training is due after', 'Days'],
  reminderDays: ['Before the due date', 'Days'],
  remindAfterDays: ['After the due date', 'Days'],
  remindApprovalDays: ['Open for', 'Days'],
  escalateDays: ['Overdue for', 'Days'],
  uploadLimit: ['Largest file', 'Megabytes'],
};
const labels = {
  ...Object.fromEntries(Object.entries(numbers).map(([name, [label]]) => [name, label])),
  name: 'Organisation',
  preset: 'Controls',
  digestWeekday: 'Day',
  digestHour: 'Hour',
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, day) => ({
  value: String(day + 1),
  label,
}));
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

const of =
  (options: readonly { value: string; label: string }[]) =>
  (value: string): string =>
    options.find((one) => one.value === value)?.label ?? value;
const orders = [
  { value: 'name', label: 'Name' },
  { value: 'revisedDate', label: 'Modified', note: 'newest first' },
];
/** Labels of settings with choices. */
const shown: Record<string, (value: string) => string> = {
  preset: of(presetChoices),
  manageSort: of(orders),
  digestWeekday: of(weekdays),
  digestHour: of(hours),
};

/** The organisation's settings. */
export default function Settings() {
  const { constraint, commandId, streamVersion, values, zones } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<SettingsForm>>({
    id: 'settings',
    lastResult: useLastResult(answer?.lastResult),
    constraint,
    defaultValue: values,
  });
  const number = (name: NumberField) => {
    const [label, unit] = numbers[name];
    return <TextField field={fields[name]} label={label} hint={unit} inputMode="numeric" autoComplete="off" short />;
  };
  return (
    <Page>
      <PageHead
        title="Settings"
        lede="Every change is recorded with its old and new value."
        actions={
          <LinkButton to={addresses.organisationAudit()} icon="scroll-text">
            Organisation Audit Log
          </LinkButton>
        }
      />
      <SavedMeanwhile
        answer={answer}
        fields={Object.entries(settingWords).map(([name, label]) => ({
          name,
          label,
          saved: values[name as keyof typeof settingWords],
          show: shown[name],
        }))}
      />
      <Form
        form={numbersNamed(form, labels)}
        commandId={commandId}
        expectedVersion={streamVersion}
        layout="bare"
        labels={labels}
      >
        <Section
          id="organisation"
          title="Organisation"
          note="Dates start at 00:00 in this time zone. Times are shown in UTC."
          narrow
          first
        >
          <TextField field={fields.name} label="Organisation" autoComplete="off" />
          <SelectField
            field={fields.timeZone}
            label="Time zone"
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          />
        </Section>
        <ControlsSection saved={values.preset} fields={fields} />
        <Section id="passwords" title="Passwords" note="A shorter time applies from the next sign-in." narrow>
          {number('passwordPolicy')}
        </Section>
        <Section id="lockout" title="Lockout" note="Failed signatures count as failed sign-ins." narrow>
          {number('lockoutFailures')}
          <Pair>
            {number('lockoutWithin')}
            {number('lockoutFor')}
          </Pair>
        </Section>
        <Section id="sessions" title="Sessions" note="Shorter limits end open sessions too." narrow>
          <Pair>
            {number('sessionIdle')}
            {number('sessionWhole')}
          </Pair>
          {number('invitationDays')}
        </Section>
        <Section id="documents" title="Documents" narrow>
          <Choices single field={fields.manageSort} legend="Order of Manage Documents" choices={orders} />
          {number('uploadLimit')}
        </Section>
        <Section
          id="training"
          title="Training"
          note="Days after the assignment, never before the effective date."
          narrow
        >
          {number('trainingDueDays')}
        </Section>
        <Section id="reminders" title="Reminders" note="Each reminder is sent once, to people with open tasks." narrow>
          <Check field={fields.remindBefore} label="Remind people before their training is due">
            {number('reminderDays')}
          </Check>
          <Check field={fields.remindAfter} label="Remind people when their training is overdue">
            {number('remindAfterDays')}
          </Check>
          <Check field={fields.remindApprovals} label="Remind approvers who have not signed">
            {number('remindApprovalDays')}
          </Check>
          <Check
            field={fields.escalate}
            label="Notify admins of overdue training"
            hint="The admins of the person's department, or all admins if it has none."
          >
            {number('escalateDays')}
          </Check>
          <Check
            field={fields.digest}
            label="Weekly digest"
            hint={`Each person gets their open tasks; admins also get overdue training by department. Time zone: ${values.timeZone.replaceAll('_', ' ')}.`}
          >
            <Pair>
              <SelectField field={fields.digestWeekday} label="Day" options={weekdays} />
              <SelectField field={fields.digestHour} label="Hour" options={hours} />
            </Pair>
          </Check>
        </Section>
        <Section
          id="certificate"
          title="Certificate"
          note="Signed PDFs carry a signature by this certificate. Recipients can add it to their PDF reader."
          narrow
        >
          <p>
            <LinkButton to={addresses.organisationCertificate()} download size="small" icon="download">
              Download certificate
            </LinkButton>
          </p>
        </Section>
        <Section id="why" title="Reason" note="The audit trail shows it with the change." narrow>
          <ReasonField field={fields.reason} always />
        </Section>
        <SectionFoot label="Save the settings">
          <LinkButton to={addresses.home()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
