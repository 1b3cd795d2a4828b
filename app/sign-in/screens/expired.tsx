import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { CodeForm } from '#app/sign-in/screens/code-form.tsx';
import type { codeFormLoader } from '#app/sign-in/screens/visitor-loader.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Password expired - Imprimatur' }];

export { codeFormLoader as loader } from '#app/sign-in/screens/visitor-loader.ts';
export { askForResetCode as action } from '#app/sign-in/screens/codes.ts';

/** Follows a sign-in with an expired password: it requests a code for the reset. */
export default function Expired() {
  const { email } = useLoaderData<typeof codeFormLoader>();
  return (
    <AuthPage
      title="Password expired"
      lede="Your password has expired and must be changed. We send a reset code to your email address."
      links={
        <>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.reset(email || undefined)}>I have a reset code</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <CodeForm id="expired" email={email} submit="Request reset code" />
    </AuthPage>
  );
}
