import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import { CodePasswordForm } from '#app/screens/account/code-password-form.tsx';
import type { loadConfirmation } from '#app/screens/account/confirm-account.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

interface ConfirmationProps {
  /** The form's. */
  id: string;
  /** The page's, and what its button says. */
  title: string;
  lede: string;
  pendingLabel: string;
}

/** A page on which somebody gives the code from a letter and a password for it. */
export function Confirmation({ id, title, lede, pendingLabel }: ConfirmationProps) {
  const { email, code, commandId } = useLoaderData<typeof loadConfirmation>();
  return (
    <AuthPage
      title={title}
      lede={lede}
      links={
        <>
          <Link to={addresses.requestCode(email || undefined)}>Request a new code</Link>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <CodePasswordForm
        id={id}
        email={email}
        code={code}
        codeLabel="Verification code"
        commandId={commandId}
        submit={title}
        pendingLabel={pendingLabel}
      />
    </AuthPage>
  );
}
