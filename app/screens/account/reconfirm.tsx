import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/http/addresses.ts';
import { CodePasswordForm } from '#app/screens/account/code-password-form.tsx';
import { emailOfAddress } from '#app/screens/account/codes.ts';
import { confirmFromForm } from '#app/screens/account/confirm-account.ts';
import { visitorLoader } from '#app/screens/account/visitor.ts';
import { Gate } from '#app/ui/page/gate.tsx';

export const meta: MetaFunction = () => [{ title: 'Reconfirm account - Imprimatur' }];

/** `?email=` and `?code=` come from the letter's link. */
export const loader = (args: LoaderFunctionArgs) =>
  visitorLoader(async (page) => ({ ...emailOfAddress(page), commandId: page.ports.newId() }))(args);

export const action = (args: ActionFunctionArgs) => confirmFromForm(args);

/** The same for an account that was deactivated and is invited again. */
export default function Reconfirm() {
  const { email, code, commandId } = useLoaderData<typeof loader>();
  return (
    <Gate
      title="Reconfirm account"
      lede="Your account was reactivated. The verification code in your email expires in 24 hours."
      links={
        <>
          <Link to={addresses.requestCode(email || undefined)}>Request a new code</Link>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <CodePasswordForm
        id="reconfirm"
        email={email}
        code={code}
        codeLabel="Verification code"
        commandId={commandId}
        submit="Reconfirm account"
        pendingLabel="Reconfirming…"
      />
    </Gate>
  );
}
