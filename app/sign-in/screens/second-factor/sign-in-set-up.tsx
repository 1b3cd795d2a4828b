import { useForm } from '@conform-to/react';
import { data, type MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { enrolAtSignIn, pendingApp } from '#app/sign-in/commands/authenticator-app.ts';
import { challengedAccount, typedCode } from '#app/sign-in/commands/second-factor.ts';
import { addresses } from '#app/kit/addresses.ts';
import { challengeCookie, readChallenge } from '#app/sign-in/cookies/sign-in-challenge.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { readForm, screenAction } from '#app/kit/screen/screen.ts';
import { sessionHeaders } from '#app/sign-in/screens/session-headers.ts';
import { visitorLoader, visitorSearch } from '#app/sign-in/screens/visitor-loader.ts';
import { AppSetUpCode } from '#app/sign-in/screens/second-factor/app-set-up.tsx';
import { beginAgain } from '#app/sign-in/screens/second-factor/challenged.ts';
import { drawAppSetUp } from '#app/sign-in/screens/second-factor/qr.ts';
import { RecoveryCodes } from '#app/sign-in/screens/second-factor/recovery-codes.tsx';
import { failed } from '#app/kit/words/refusals.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Set up your second factor - Imprimatur' }];

/** Never after its form: the answer shows what this loader no longer may. */
export const shouldRevalidate = () => false;

// No redirect where the sign-in is over: without script this runs after the form too, whose answer has the codes.
export const loader = visitorLoader(async ({ request, ports, now, search }) => {
  const next = safeRedirect(search.redirect) ?? addresses.home();
  const challenge = await readChallenge(request, ports.config);
  const account = challenge === null ? null : await challengedAccount({ ports, now }, challenge);
  if (!account) return { next, setUp: null };
  const { secret, organisation } = await pendingApp({ ports, now, org: account.org }, account.user);
  return { next, setUp: drawAppSetUp(secret, { organisation, email: account.email }) };
});

export const action = screenAction({
  access: 'public',
  search: visitorSearch,
  async act(page) {
    const { request, ports } = page;
    const form = await readForm(page, z.object({ code: typedCode }));
    if (!form.ok) return form.showAgain({ issued: null });
    const challenge = await readChallenge(request, ports.config);
    if (challenge === null) return beginAgain(page);
    const result = await form.run(enrolAtSignIn(request.headers.get('user-agent')), { ...form.values, challenge });
    if (!result.ok) {
      if (result.failure.code === 'second_factor_expired') return beginAgain(page);
      return form.refused(result.failure, failed.secondFactor, { issued: null });
    }
    const headers = await sessionHeaders(request, ports, result.value);
    headers.append('Set-Cookie', await challengeCookie(null, ports.config));
    return data({ lastResult: undefined, problem: null, issued: { codes: result.value.codes } }, { headers });
  },
});

/** Sets up an authenticator app before the first session, where the organisation asks for one. */
export default function SignInSetUp() {
  const { next, setUp } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ code: string }>({
    id: 'set-up-factor',
    lastResult: useLastResult(answer?.lastResult),
  });
  if (answer?.issued)
    return (
      <AuthPage title="Your recovery codes">
        <RecoveryCodes codes={answer.issued.codes} next={next} />
      </AuthPage>
    );
  if (!setUp)
    return (
      <AuthPage title="Set up your second factor" links={<Link to={addresses.signIn()}>Sign in</Link>}>
        <p>This sign-in took too long. Sign in again.</p>
      </AuthPage>
    );
  return (
    <AuthPage
      title="Set up your second factor"
      lede="Your organisation asks for a code from an authenticator app at sign-in. Scan this with the app."
      links={
        <>
          <Link to={addresses.signIn()}>Sign in as someone else</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <AppSetUpCode {...setUp} />
      <Form form={form}>
        <TextField
          field={fields.code}
          label="Code"
          hint="Six digits that the app shows now."
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={64}
          required
        />
        <SubmitButton size="wide" pendingLabel="Signing in…">
          Confirm and sign in
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
