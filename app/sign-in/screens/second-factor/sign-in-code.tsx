import { useForm } from '@conform-to/react';
import { redirect, type MetaFunction } from '@remix-run/node';
import { Link, useActionData } from '@remix-run/react';
import { z } from 'zod';
import { completeSignIn, typedCode } from '#app/sign-in/commands/second-factor.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readChallenge } from '#app/sign-in/cookies/sign-in-challenge.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { readForm, screenAction } from '#app/kit/screen/screen.ts';
import { enter } from '#app/sign-in/screens/session-headers.ts';
import { visitorLoader, visitorSearch } from '#app/sign-in/screens/visitor-loader.ts';
import { beginAgain } from '#app/sign-in/screens/second-factor/challenged.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Enter your code - Imprimatur' }];

export const loader = visitorLoader(async (page) => {
  if (page.viewer) throw redirect(safeRedirect(page.search.redirect) ?? addresses.home());
  return (await readChallenge(page.request, page.ports.config)) === null ? beginAgain(page) : null;
});

export const action = screenAction({
  access: 'public',
  search: visitorSearch,
  async act(page) {
    const form = await readForm(page, z.object({ code: typedCode }));
    if (!form.ok) return form.showAgain();
    const challenge = await readChallenge(page.request, page.ports.config);
    if (challenge === null) return beginAgain(page);
    const command = completeSignIn('screen', page.request.headers.get('user-agent'));
    const result = await form.run(command, { ...form.values, challenge });
    if (result.ok) return enter(page, result.value, page.search.redirect);
    if (result.failure.code === 'second_factor_expired') return beginAgain(page);
    return form.refused(result.failure, failed.secondFactor);
  },
});

/** The second step of a sign-in. */
export default function SignInCode() {
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ code: string }>({
    id: 'sign-in-code',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <AuthPage
      title="Enter your code"
      lede="Your authenticator app shows a new code every 30 seconds."
      links={
        <>
          <Link to={addresses.signIn()}>Sign in as someone else</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <Form form={form}>
        <TextField
          field={fields.code}
          label="Code"
          hint="Six digits. If you lost your phone, enter a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          required
        />
        <SubmitButton size="wide" pendingLabel="Signing in…">
          Sign in
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
