import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { CodeForm } from '#app/screens/account/code-form.tsx';
import { askForResetCode, emailOfAddress } from '#app/screens/account/codes.ts';
import { visitorLoader } from '#app/screens/account/visitor-loader.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Password expired - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) => visitorLoader(async (page) => emailOfAddress(page))(args);

export const action = (args: ActionFunctionArgs) => askForResetCode(args);

/** Where a sign-in with a password that is too old ends: it requests a code, then goes on to the reset. */
export default function Expired() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <AuthPage
      title="Password expired"
      lede="Your password has expired and must be changed. A reset code goes to your email address."
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
