import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { confirmFromForm, loadConfirmation } from '#app/screens/account/confirm-account.ts';
import { Confirmation } from '#app/screens/account/confirmation.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Confirm account - Imprimatur' }];

export const loader = (args: LoaderFunctionArgs) => loadConfirmation(args);

export const action = (args: ActionFunctionArgs) => confirmFromForm(args);

/** First-time confirmation of an invited account. */
export default function Confirm() {
  return (
    <Confirmation
      id="confirm"
      title="Confirm account"
      lede="The verification code is in your invitation. It expires in 24 hours."
      pendingLabel="Confirming…"
    />
  );
}
