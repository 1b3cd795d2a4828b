import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeSettings } from '#app/commands/organisation/change-settings.ts';
import { formOf, settingsForm, settingsOfForm, type SettingsForm } from '#app/forms/settings.ts';
import { addresses } from '#app/addresses.ts';
import { screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { getSettings } from '#app/queries/organisation/get-settings.ts';
import { SavedMeanwhile } from '#app/screens/team/saved-meanwhile.tsx';
import { numbersNamed, settingWords } from '#app/wording/settings.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check } from '#app/ui/field/check.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field/field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Section, SectionFoot } from '#app/ui/page/section.tsx';
import { Page, PageHead, Pair } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/server/screen/revalidate.ts';

export const meta: MetaFunction = () => [{ title: 'Settings - Imprimatur' }];

const failed = 'There was a problem saving the settings.';

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('organisation.change_settings', async ({ ask, ports }) => {
    const { name, settings, streamVersion } = await ask(getSettings, {});
    return {
      constraint: getZodConstraint(settingsForm),
      commandId: ports.newId(),
      streamVersion,
      values: formOf(name, settings),
      zones: [...new Set(['UTC', settings.timeZone, ...Intl.supportedValuesOf('timeZone')])],
    };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('organisation.change_settings', async (page) =>
    submit(page, {
      form: await page.request.formData(),
      schema: settingsForm,
      command: changeSettings,
      broken: failed,
      failed: (_, sentence) => `${failed} ${sentence}`,
      input: (values) => ({
        name: values.name,
        reason: values.reason,
        settings: settingsOfForm(values, page.viewer.settings),
      }),
      after: ({ changed }) => ({
        to: addresses.settings(),
        toast: changed ? 'The settings are saved.' : 'Nothing was changed.',
      }),
    }),
  )(args);

type NumberField = Exclude<
  { [K in keyof SettingsForm]: SettingsForm[K] extends number ? K : never }[keyof SettingsForm],
  'digestWeekday' | 'digestHour'
>;

/** Each number's label, and its unit. */
const numbers: Record<NumberField, readonly [label: string, unit: string]> = {
  passwordPolicy: ['Valid for', 'Days'],
  lockoutFailures: ['Failed attempts', 'Before the lock'],
  lockoutWithin: ['Within', 'Minutes'],
  lockoutFor: ['Locked for', 'Minutes'],
  sessionIdle: ['Without use', 'Minutes'],
  sessionWhole: ['In all', 'Hours'],
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
/** How the value of a setting is shown, where it is a choice. */
const shown: Record<string, (value: string) => string> = {
  manageSort: of(orders),
  digestWeekday: of(weekdays),
  digestHour: of(hours),
};

/** The organisation's settings. Each change is recorded with its old and new value and the reason. */
export default function Settings() {
  const { constraint, commandId, streamVersion, values, zones } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<SettingsForm>({
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
        lede="Each change is recorded with its old and its new value."
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
          note="A date without a time begins at 00:00 in this zone. Moments are shown in UTC."
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
        <Section id="passwords" title="Passwords" note="A shorter time counts at the next sign-in." narrow>
          {number('passwordPolicy')}
        </Section>
        <Section id="lockout" title="Lockout" note="Signing counts as well as signing in." narrow>
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
        </Section>
        <Section id="documents" title="Documents" narrow>
          <Choices single field={fields.manageSort} legend="Order of Manage Documents" choices={orders} />
          {number('uploadLimit')}
        </Section>
        <Section
          id="training"
          title="Training"
          note="Counted from the assignment; never before the effective date."
          narrow
        >
          {number('trainingDueDays')}
        </Section>
        <Section
          id="reminders"
          title="Reminders"
          note="By e-mail, each once: a changed setting repeats nothing. Nobody is written to who has nothing to do."
          narrow
        >
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
            label="Tell admins of overdue training"
            hint="The admins of the person's department; where it has none, all admins."
          >
            {number('escalateDays')}
          </Check>
          <Check
            field={fields.digest}
            label="Weekly digest"
            hint={`To each person what waits for them; to admins also the overdue training by department. In the zone ${values.timeZone.replaceAll('_', ' ')}.`}
          >
            <Pair>
              <SelectField field={fields.digestWeekday} label="Day" options={weekdays} />
              <SelectField field={fields.digestHour} label="Hour" options={hours} />
            </Pair>
          </Check>
        </Section>
        <Section
          id="seal"
          title="Seal"
          note="Signed PDFs are sealed with this certificate. Whoever receives them can have their reader trust it."
          narrow
        >
          <p>
            <LinkButton to={addresses.sealCertificate()} download size="small" icon="download">
              Download certificate
            </LinkButton>
          </p>
        </Section>
        <Section id="why" title="Reason" note="It stands in the audit trail beside the change." narrow>
          <TextArea field={fields.reason} label="Reason" maxLength={1000} />
        </Section>
        <SectionFoot label="Save the settings">
          <LinkButton to={addresses.home()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
