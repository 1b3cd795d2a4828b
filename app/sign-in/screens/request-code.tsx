import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { CodeForm } from '#app/sign-in/screens/code-form.tsx';
import type { codeFormLoader } from '#app/sign-in/screens/visitor-loader.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Request new code - Imprimatur' }];

export { codeFormLoader as loader } from '#app/sign-in/screens/visitor-loader.ts';
export { askForNewCode as action } from '#app/sign-in/screens/codes.ts';

/** Requests another verification code for an invited person. */
export default function RequestCode() {
  const { email } = useLoaderData<typeof codeFormLoader>();
  return (
    <AuthPage
      title="Request new code"
      lede="We send a new verification code to the invited address. Earlier codes stop working."
      links={
        <>
          <Link to={addresses.confirm(email || undefined)}>Confirm account</Link>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <CodeForm id="request-code" email={email} submit="Request new code" />
    </AuthPage>
  );
}
