import { useForm } from '@conform-to/react';
import { redirect, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { findIssuer } from '#app/sign-in/commands/single-sign-on/find-issuer.ts';
import { startSignIn, startSignInInput } from '#app/sign-in/commands/single-sign-on/start-sign-in.ts';
import { visitorLoader, visitorSearch } from '#app/sign-in/screens/visitor-loader.ts';
import { leaveForIssuer } from '#app/sign-in/screens/single-sign-on/leave.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { readForm, screenAction } from '#app/kit/screen/screen.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Single sign-on - Imprimatur' }];

export const loader = visitorLoader(async ({ viewer, search, ports }) => {
  if (viewer) throw redirect(safeRedirect(search.redirect) ?? addresses.home());
  return { email: search.email, issuer: await findIssuer(ports, search.email) };
});

export const action = screenAction({
  access: 'public',
  search: visitorSearch,
  async act(page) {
    const form = await readForm(page, startSignInInput);
    if (!form.ok) return form.showAgain();
    const started = await form.run(startSignIn(safeRedirect(page.search.redirect) ?? addresses.home()), form.values);
    if (!started.ok) return form.refused(started.failure);
    return leaveForIssuer(page, started.value);
  },
});

/** Asks for the address, whose organisation says where the person signs in. `?redirect=` as on the sign-in page. */
export default function SingleSignOn() {
  const { email, issuer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof startSignInInput>>({
    id: 'single-sign-on',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { email },
  });
  return (
    <AuthPage
      title="Single sign-on"
      lede="Sign in with the account of your organisation."
      links={
        <>
          <Link to={addresses.signIn()}>Sign in with a password</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <Form form={form}>
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
        <SubmitButton size="wide" pendingLabel="Continuing…">
          {issuer ? `Sign in with ${issuer}` : 'Continue'}
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
