import type { MetaFunction } from '@remix-run/node';
import { Confirmation } from '#app/sign-in/screens/confirmation.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Reconfirm account - Imprimatur' }];

export { confirmationLoader as loader } from '#app/sign-in/screens/visitor-loader.ts';
export { confirmFromForm as action } from '#app/sign-in/screens/confirm-account.ts';

/** The same for an account that was deactivated and is invited again. */
export default function Reconfirm() {
  return (
    <Confirmation
      id="reconfirm"
      title="Reconfirm account"
      lede="Your account was reactivated. The verification code is in your email."
      pendingLabel="Reconfirming…"
    />
  );
}
