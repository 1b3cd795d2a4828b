import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { CodeForm } from '#app/screens/account/code-form.tsx';
import { askForResetCode, emailOfAddress } from '#app/screens/account/codes.ts';
import { visitorLoader } from '#app/screens/account/visitor-loader.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Forgot password - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) => visitorLoader(async (page) => emailOfAddress(page))(args);

export const action = (args: ActionFunctionArgs) => askForResetCode(args);

/** Requests a code to choose a new password with. */
export default function Forgot() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <AuthPage
      title="Forgot password"
      lede="A reset code goes to your email address. With it you choose a new password."
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
