import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { resetOrConfirm } from '#app/sign-in/commands/reset-password.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readForm, redirectTo, screenAction } from '#app/kit/screen/screen.ts';
import { CodePasswordForm } from '#app/sign-in/screens/code-password-form.tsx';
import { codePasswordForm, confirmed } from '#app/sign-in/screens/confirm-account.ts';
import { adviceFor, passwordFormAgain, passwordFormRefused } from '#app/sign-in/screens/new-password.ts';
import { sessionHeaders } from '#app/sign-in/screens/session-headers.ts';
import type { codeFormLoader } from '#app/sign-in/screens/visitor-loader.ts';
import { leadToSecondFactor } from '#app/sign-in/screens/second-factor/challenged.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Reset password - Imprimatur' }];

export { codeFormLoader as loader } from '#app/sign-in/screens/visitor-loader.ts';

const passwordChanged = 'You have successfully changed your password.';

export const action = screenAction({
  access: 'public',
  async act(page) {
    const { request, ports } = page;
    const form = await readForm(page, codePasswordForm);
    const advice = await adviceFor(form.data);
    if (!form.ok || advice) return passwordFormAgain(form, advice);
    const result = await form.run(resetOrConfirm(request.headers.get('user-agent')), form.values);
    if (!result.ok) {
      await leadToSecondFactor(page, result.failure, null, passwordChanged);
      return passwordFormRefused(form, result.failure);
    }
    if ('again' in result.value) return redirectTo(page, ...confirmed(result.value));
    const headers = await sessionHeaders(request, ports, result.value);
    return redirectTo(page, addresses.home(), passwordChanged, headers);
  },
});

/** Sets a new password with a code from an email, and signs the person in. */
export default function Reset() {
  const { email, code, commandId } = useLoaderData<typeof codeFormLoader>();
  return (
    <AuthPage
      title="Reset password"
      lede="The reset code is in your email. It expires in 24 hours."
      links={
        <>
          <Link to={addresses.forgot()}>Request a new code</Link>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <CodePasswordForm
        id="reset"
        email={email}
        code={code}
        codeLabel="Confirmation code"
        commandId={commandId}
        submit="Reset password"
        pendingLabel="Resetting…"
      />
    </AuthPage>
  );
}
