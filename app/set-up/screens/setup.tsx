import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { redirect, type MetaFunction } from '@remix-run/node';
import { useEffect, useState } from 'react';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { setUp, setUpInput } from '#app/set-up/commands/set-up.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { estimate } from '#app/sign-in/screens/estimate.ts';
import { sessionHeaders } from '#app/sign-in/screens/session-headers.ts';
import { adviceFor, passwordFormAgain, passwordFormRefused } from '#app/sign-in/screens/new-password.ts';
import { isEmpty } from '#app/kit/session/set-up-code.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { fieldWith, SelectField, TextField } from '#app/ui/field/field.tsx';
import { PasswordField } from '#app/ui/field/password-field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';
import { NewPasswordField } from '#app/ui/strength-meter/new-password-field.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Set up - Imprimatur' }];

export const loader = screenLoader({
  access: 'public',
  async load({ ports }) {
    if (!(await isEmpty(ports.database.pool))) throw redirect('/');
    return {
      constraint: getZodConstraint(setUpInput),
      commandId: ports.newId(),
      zones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')],
    };
  },
});

export const action = screenAction({
  access: 'public',
  async act(page) {
    const form = await readForm(page, setUpInput);
    const advice = await adviceFor(form.data);
    if (!form.ok || advice) return passwordFormAgain(form, advice);
    const result = await form.run(setUp, form.values);
    if (!result.ok) return passwordFormRefused(form, result.failure);
    const { name, adminEmail: email, newPassword: password } = form.values;
    const signedIn = await page.execute(signIn('screen', page.request.headers.get('user-agent')), { email, password });
    if (!signedIn.ok) return redirectTo(page, addresses.signIn(), `${name} is set up. Sign in as its first admin.`);
    const headers = await sessionHeaders(page.request, page.ports, signedIn.value);
    return redirectTo(page, addresses.home(), `${name} is set up.`, headers);
  },
});

/** Labels for the error summary. */
const labels = {
  setupCode: 'Set-up code',
  name: 'Organisation',
  timeZone: 'Time zone',
  preset: 'Controls',
  adminFirstName: 'First name',
  adminLastName: 'Last name',
  adminEmail: 'Email',
  newPassword: 'Password',
};

/** The browser's zone, once the page runs in it, if it is one of the choices. */
function useBrowserZone(zones: readonly string[]): string | undefined {
  const [zone, setZone] = useState<string>();
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (zones.includes(timeZone)) setZone(timeZone);
  }, [zones]);
  return zone;
}

/** The first organisation of an empty database, protected by the code that the console shows. */
export default function SetUp() {
  const { constraint, commandId, zones } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof setUpInput>>({
    id: 'set-up',
    lastResult: answer?.lastResult,
    constraint,
    defaultValue: { timeZone: 'UTC', preset: 'standard' },
  });
  const proposed = useBrowserZone(zones);
  return (
    <AuthPage
      title="Set up"
      lede="Your organisation and its first admin. The console that started the product shows the set-up code."
      links={<Link to={addresses.setupDemonstration()}>Load the demonstration organisation instead</Link>}
    >
      <Form form={form} commandId={commandId} labels={labels}>
        <TextField field={fields.setupCode} label={labels.setupCode} autoComplete="off" />
        <TextField field={fields.name} label={labels.name} autoComplete="organization" />
        <TextField field={fields.domain} label="Domain" hint="For example, example.com" autoComplete="off" />
        <SelectField
          key={proposed}
          field={proposed && !answer ? fieldWith(fields.timeZone, { defaultValue: proposed }) : fields.timeZone}
          label={labels.timeZone}
          hint="Effective dates begin at 00:00 in this time zone."
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        />
        <Choices
          single
          field={fields.preset}
          legend={labels.preset}
          hint="You can change this later in the settings."
          choices={[
            { value: 'standard', label: 'Standard', note: 'controls are optional' },
            { value: 'regulated', label: 'Regulated', note: '21 CFR Part 11 and EU Annex 11' },
          ]}
        />
        <TextField field={fields.adminFirstName} label={labels.adminFirstName} autoComplete="given-name" />
        <TextField field={fields.adminLastName} label={labels.adminLastName} autoComplete="family-name" />
        <TextField field={fields.adminEmail} label={labels.adminEmail} type="email" autoComplete="username" />
        <NewPasswordField
          field={fields.newPassword}
          label={labels.newPassword}
          advice={answer?.advice}
          estimate={estimate}
        />
        <PasswordField
          field={fields.confirmPassword}
          label="Confirm password"

          autoComplete="new-password"
        />
        <SubmitButton size="wide" pendingLabel="Setting up…">
          Set up
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
