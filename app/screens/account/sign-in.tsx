import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { signIn, signInInput } from '#app/commands/identity/sign-in.ts';
import { addresses } from '#app/http/addresses.ts';
import { screenAction, screenLoader, submit } from '#app/http/screen.ts';
import { safeRedirect } from '#app/http/session.ts';
import { isEmpty } from '#app/setup/code.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Gate } from '#app/ui/page/gate.tsx';

export const meta: MetaFunction = () => [{ title: 'Sign in - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('public', async ({ viewer, url, ports }) => {
    const to = safeRedirect(url.searchParams.get('redirect'));
    if (viewer) throw redirect(to ?? addresses.home());
    if (await isEmpty(ports.database.pool)) throw redirect('/setup');
    return { constraint: getZodConstraint(signInInput), redirectTo: to };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('public', async ({ request, url, ports, ...page }) => {
    const { sessions } = ports.identity;
    return submit(
      { request, url, ports, ...page },
      {
        form: await request.formData(),
        schema: signInInput,
        command: signIn('screen', request.headers.get('user-agent')),
        after: ({ account, token }) => {
          const headers = new Headers();
          headers.append('Set-Cookie', sessions.cookie(token, account.settings.session));
          return { to: safeRedirect(url.searchParams.get('redirect')) ?? addresses.home(), headers };
        },
      },
    );
  })(args);

/** The front door. `?redirect=` is honoured after signing in. */
export default function SignIn() {
  const { constraint } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof signInInput>>({
    id: 'sign-in',
    lastResult: answer?.lastResult,
    constraint,
  });
  return (
    <Gate title="Sign in" links={<Link to="/confirm">First time here?</Link>}>
      <Form form={form}>
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" />
        <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
        <SubmitButton size="wide" pendingLabel="Signing in…">
          Sign in
        </SubmitButton>
      </Form>
    </Gate>
  );
}
