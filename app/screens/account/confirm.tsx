import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/http/addresses.ts';
import { CodePasswordForm } from '#app/screens/account/code-password-form.tsx';
import { emailOfAddress } from '#app/screens/account/codes.ts';
import { confirmFromForm } from '#app/screens/account/confirm-account.ts';
import { visitorLoader } from '#app/screens/account/visitor.ts';
import { Gate } from '#app/ui/page/gate.tsx';

export const meta: MetaFunction = () => [{ title: 'Confirm account - Imprimatur' }];

/** `?email=` and `?code=` come from the letter's link. */
export const loader = (args: LoaderFunctionArgs) =>
  visitorLoader(async (page) => ({ ...emailOfAddress(page), commandId: page.ports.newId() }))(args);

export const action = (args: ActionFunctionArgs) => confirmFromForm(args);

/** First-time confirmation of an invited account. */
export default function Confirm() {
  const { email, code, commandId } = useLoaderData<typeof loader>();
  return (
    <Gate
      title="Confirm account"
      lede="The verification code is in your invitation. It expires in 24 hours."
      links={
        <>
          <Link to={addresses.requestCode(email || undefined)}>Request a new code</Link>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <CodePasswordForm
        id="confirm"
        email={email}
        code={code}
        codeLabel="Verification code"
        commandId={commandId}
        submit="Confirm account"
        pendingLabel="Confirming…"
      />
    </Gate>
  );
}
