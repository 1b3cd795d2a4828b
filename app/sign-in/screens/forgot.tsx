import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { CodeForm } from '#app/sign-in/screens/code-form.tsx';
import type { codeFormLoader } from '#app/sign-in/screens/visitor-loader.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Forgot password - Imprimatur' }];

export { codeFormLoader as loader } from '#app/sign-in/screens/visitor-loader.ts';
export { askForResetCode as action } from '#app/sign-in/screens/codes.ts';

/** Requests a code to choose a new password with. */
export default function Forgot() {
  const { email } = useLoaderData<typeof codeFormLoader>();
  return (
    <AuthPage
      title="Forgot password"
      lede="We send a reset code to your email address. Use it to choose a new password."
      links={
        <>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.reset()}>I have a reset code</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <CodeForm id="forgot" email={email} submit="Request reset code" />
    </AuthPage>
  );
}
