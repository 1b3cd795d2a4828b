import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { signIn, signInInput } from '#app/commands/identity/sign-in.ts';
import { addresses } from '#app/addresses.ts';
import { awaitedCookie, isFile } from '#app/server/cookies/pending-download.ts';
import { browserCookie } from '#app/server/cookies/browser.ts';
import { expiryWarning } from '#app/server/screen/expiry-warning.ts';
import { screenAction, submit } from '#app/server/screen/screen.ts';
import { safeRedirect } from '#app/server/cookies/session.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { visitorLoader } from '#app/screens/account/visitor-loader.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Sign in - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) =>
  visitorLoader(async ({ viewer, url }) => {
    if (viewer) throw redirect(safeRedirect(url.searchParams.get('redirect')) ?? addresses.home());
    return { constraint: getZodConstraint(signInInput) };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('public', async (page) => {
    const { request, url, ports, now } = page;
    const { sessions } = ports.identity;
    return submit(page, {
      form: await request.formData(),
      schema: signInInput,
      command: signIn('screen', request.headers.get('user-agent')),
      broken: 'There was a problem authenticating your email and password.',
      elsewhere: ({ code, title }, { email }) =>
        code === 'password_expired' ? { to: addresses.expired(email), toast: toast('error', title) } : null,
      after: async ({ account, token }) => {
        const headers = new Headers();
        headers.append('Set-Cookie', sessions.cookie(token, account.settings.session));
        headers.append('Set-Cookie', await browserCookie(request, ports, account));
        const warning = expiryWarning(account.passwordSetAt, account.settings.passwordPolicy, now);
        const asked = safeRedirect(url.searchParams.get('redirect'));
        // A file is asked for by the page that opens: led to it, the browser would stay on this one, which says Signing in for ever.
        const file = asked !== null && isFile(asked);
        if (file) headers.append('Set-Cookie', await awaitedCookie(asked, ports.config));
        if (asked) headers.set('X-Remix-Reload-Document', 'true');
        return {
          to: file ? addresses.home() : (asked ?? addresses.home()),
          headers,
          ...(warning ? { toast: warning } : {}),
        };
      },
    });
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
    <AuthPage
      title="Sign in"
      links={
        <>
          <Link to={addresses.forgot()}>Forgot password?</Link>
          <Link to={addresses.confirm()}>First time here?</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <Form form={form}>
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" />
        <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
        <SubmitButton size="wide" pendingLabel="Signing in…">
          Sign in
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
