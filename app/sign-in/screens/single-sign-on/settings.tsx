import { useForm } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { longestUrl } from '#events/webhook/address.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader } from '#app/kit/screen/screen.ts';
import { setSingleSignOn } from '#app/sign-in/commands/single-sign-on/set.ts';
import { singleSignOnForm } from '#app/sign-in/forms/single-sign-on.ts';
import { singleSignOnSettings } from '#app/sign-in/queries/single-sign-on.ts';
import { SettingsFrame } from '#app/organisation/screens/settings/settings-frame.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { fieldWith, ReasonField, SelectField, TextArea, TextField, type WithReason } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { Facts } from '#app/ui/page/facts.tsx';
import { pageTitle, Section, SectionFoot } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta: MetaFunction = () => pageTitle('Settings', 'Single sign-on');

export const loader = screenLoader({
  access: 'organisation.change_settings',
  load: async ({ ask, ports }) => ({
    ...(await ask(singleSignOnSettings, {})),
    callback: ports.singleSignOn.callback,
    commandId: ports.newId(),
  }),
});

export const action = commandAction({
  access: 'organisation.change_settings',
  command: setSingleSignOn,
  form: singleSignOnForm,
  failed: failed.saveSettings,
  done: () => [addresses.settingsSingleSignOn(), 'Single sign-on is saved.'],
});

/** The organisation's issuer of OpenID Connect, or the form to enter one. */
export default function SingleSignOnSettings() {
  const { settings, admins, linked, people, streamVersion, callback, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { name: issuerName = '', issuer = '', clientId = '', localAdmin = '', domains = [] } = settings ?? {};
  const [form, fields] = useForm<z.input<typeof singleSignOnForm> & WithReason>({
    id: 'single-sign-on',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { issuerName, issuer, clientId, localAdmin, domains: domains.join('\n') },
  });
  const required = { required: true };
  return (
    <SettingsFrame current="single-sign-on">
      <Form form={form} commandId={commandId} expectedVersion={streamVersion} layout="bare">
        <Section
          id="issuer"
          title="Single sign-on"
          note={
            settings
              ? `People sign in with ${issuerName}. Passwords are used by the local admin alone.`
              : 'People sign in with passwords. With OpenID Connect they use the account of your directory instead.'
          }
          narrow
          first
        >
          <Facts
            facts={[
              { name: 'Redirect address', value: <span className="long-word">{callback}</span> },
              ...(settings ? [{ name: 'Have signed in with it', value: `${linked} of ${people} people` }] : []),
            ]}
          />
          <TextField
            field={fieldWith(fields.issuerName, required)}
            label="Name"
            hint="People read it on the button: Sign in with …"
          />
          <TextField
            field={fieldWith(fields.issuer, required)}
            label="Issuer"
            hint="Exactly as in its discovery document. For example, https://login.example.com"
            maxLength={longestUrl}
            inputMode="url"
            autoComplete="off"
          />
          <TextField field={fieldWith(fields.clientId, required)} label="Client ID" autoComplete="off" />
          <TextField
            field={fieldWith(fields.clientSecret, { required: settings === null })}
            label="Client secret"
            hint={settings ? 'Leave it empty to keep the present one.' : 'It is stored encrypted and never shown.'}
            type="password"
            autoComplete="off"
          />
        </Section>
        <Section id="people" title="People" note="An admin still invites each person." narrow>
          <TextArea
            field={fieldWith(fields.domains, required)}
            label="Email domains"
            hint="One on each line. People with these addresses are led to the issuer."
            rows={3}
          />
          <SelectField
            field={fieldWith(fields.localAdmin, required)}
            label="Local admin"
            hint={
              'Signs in with password and one-time code where the issuer cannot be reached. Each time, all ' +
              'admins get an email.'
            }
            placeholder="Choose an admin"
            options={admins.map(({ uid, name }) => ({ value: uid, label: name }))}
          />
          <ReasonField field={fields.reason} always />
        </Section>
        <SectionFoot
          label="Save"
          sentence="The issuer is asked for its discovery document first. Whose way in changes is signed out."
        >
          {settings && (
            <LinkButton to={addresses.endSingleSignOn()} kind="quiet-stop">
              Go back to passwords
            </LinkButton>
          )}
          <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
        </SectionFoot>
      </Form>
    </SettingsFrame>
  );
}
