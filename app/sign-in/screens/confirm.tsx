import type { MetaFunction } from '@remix-run/node';
import { Confirmation } from '#app/sign-in/screens/confirmation.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Confirm account - Imprimatur' }];

export { confirmationLoader as loader } from '#app/sign-in/screens/visitor-loader.ts';
export { confirmFromForm as action } from '#app/sign-in/screens/confirm-account.ts';

/** First-time confirmation of an invited account. */
export default function Confirm() {
  return (
    <Confirmation
      id="confirm"
      title="Confirm account"
      lede="The verification code is in your invitation."
      pendingLabel="Confirming…"
    />
  );
}
