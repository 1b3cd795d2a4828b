import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { redirect, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { signIn, signInInput } from '#app/sign-in/commands/sign-in.ts';
import { addresses } from '#app/kit/addresses.ts';
import { findIssuer } from '#app/sign-in/commands/single-sign-on/find-issuer.ts';
import type { Ports } from '#app/kit/ports.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { readForm, redirectTo, screenAction } from '#app/kit/screen/screen.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { enter } from '#app/sign-in/screens/session-headers.ts';
import { visitorLoader, visitorSearch } from '#app/sign-in/screens/visitor-loader.ts';
import { leadToSecondFactor } from '#app/sign-in/screens/second-factor/challenged.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { PasswordField } from '#app/ui/field/password-field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Sign in - Imprimatur' }];

export const loader = visitorLoader(async ({ viewer, search, ports }) => {
  if (viewer) throw redirect(safeRedirect(search.redirect) ?? addresses.home());
  return { constraint: getZodConstraint(signInInput), ...(await wayBySingleSignOn(ports, search.redirect)) };
});

/** Where an organisation of this installation has it: its page, and what it is called where there is no other. */
async function wayBySingleSignOn(ports: Ports, asked: string | null) {
  if (!(await ports.singleSignOn.isUsed())) return { issuer: null, singleSignOn: null };
  const singleSignOn = addresses.singleSignOn(undefined, safeRedirect(asked) ?? undefined);
  return { issuer: await findIssuer(ports, ''), singleSignOn };
}

export const action = screenAction({
  access: 'public',
  search: visitorSearch,
  async act(page) {
    const { request, search } = page;
    const form = await readForm(page, signInInput);
    if (!form.ok) return form.showAgain();
    const result = await form.run(signIn('screen', request.headers.get('user-agent')), form.values);
    if (!result.ok) {
      await leadToSecondFactor(page, result.failure, search.redirect);
      const { code, title } = problemOf(result.failure);
      if (code === 'password_expired')
        return redirectTo(page, addresses.expired(form.values.email), toast('error', title));
      if (code === 'single_sign_on_required') {
        const { email } = form.values;
        return redirectTo(
          page,
          addresses.singleSignOn(email, safeRedirect(search.redirect) ?? undefined),
          toast('info', title),
        );
      }
      return form.refused(result.failure, failed.signIn);
    }
    return enter(page, result.value, search.redirect);
  },
});

/** The sign-in page. `?redirect=` names the page to go to afterwards. */
export default function SignIn() {
  const { constraint, issuer, singleSignOn } = useLoaderData<typeof loader>();
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
        <PasswordField field={fields.password} label="Password" autoComplete="current-password" />
        <SubmitButton size="wide" pendingLabel="Signing in…">
          Sign in
        </SubmitButton>
      </Form>
      {singleSignOn && (
        <LinkButton to={singleSignOn} size="wide">
          {issuer ? `Sign in with ${issuer}` : 'Single sign-on'}
        </LinkButton>
      )}
    </AuthPage>
  );
}
