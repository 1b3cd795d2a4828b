import { Link, useLoaderData } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import { CodePasswordForm } from '#app/sign-in/screens/code-password-form.tsx';
import type { confirmationLoader } from '#app/sign-in/screens/visitor-loader.ts';
import { codeValidity } from '#app/ui/text/count.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

interface ConfirmationProps {
  /** The form's. */
  id: string;
  /** The page's, and what its button says. */
  title: string;
  lede: string;
  pendingLabel: string;
}

/** `days`: null where the organisations of the installation may differ. */
const expiryWords = (days: number | null): string =>
  days === null
    ? 'It expires in 24 hours, or after the days that your organisation chose. The email says when.'
    : `It expires in ${codeValidity(days)}.`;

/** A page for the code of an email and a password. */
export function Confirmation({ id, title, lede, pendingLabel }: ConfirmationProps) {
  const { email, code, commandId, days } = useLoaderData<typeof confirmationLoader>();
  return (
    <AuthPage
      title={title}
      lede={`${lede} ${expiryWords(days)}`}
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
