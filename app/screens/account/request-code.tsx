import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { CodeForm } from '#app/screens/account/code-form.tsx';
import { askForNewCode, emailOfAddress } from '#app/screens/account/codes.ts';
import { visitorLoader } from '#app/screens/account/visitor-loader.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Request new code - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) => visitorLoader(async (page) => emailOfAddress(page))(args);

export const action = (args: ActionFunctionArgs) => askForNewCode(args);

/** Another verification code for somebody who is invited. */
export default function RequestCode() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <AuthPage
      title="Request new code"
      lede="A new verification code goes to the address that was invited. Every earlier code becomes void."
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
