import type { MetaArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { removePasskey } from '#app/sign-in/commands/passkey/remove.ts';
import { addresses } from '#app/kit/addresses.ts';
import { ownPasskey } from '#app/sign-in/queries/passkeys.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { showDate } from '#app/ui/text/date.ts';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Remove passkey', data?.passkey.name);

export const loader = screenLoader({
  access: 'signed-in',
  params: uidParams,
  load: async ({ ask, params, ports, viewer }) => ({
    passkey: await ask(ownPasskey, { authenticator: params.uid }),
    zone: viewer.settings.timeZone,
    commandId: ports.newId(),
  }),
});

export const action = screenAction({
  access: 'signed-in',
  params: uidParams,
  async act(page) {
    await page.ask(ownPasskey, { authenticator: page.params.uid });
    const form = await readForm(page, z.object({}), { command: removePasskey });
    if (!form.ok) return form.showAgain();
    const result = await form.run(removePasskey, { ...form.values, authenticator: page.params.uid });
    if (!result.ok) return form.refused(result.failure, failed.removePasskey);
    return redirectTo(page, addresses.secondFactor(), 'The passkey is removed.');
  },
});

/** Removes one of one's own passkeys. */
export default function RemovePasskey() {
  const { passkey, zone, commandId } = useLoaderData<typeof loader>();
  return (
    <ReasonPage
      id="remove-passkey"
      title={`Remove the passkey ${passkey.name}`}
      back={addresses.secondFactor()}
      commandId={commandId}
      always
      button={
        <SubmitButton kind="stop-solid" pendingLabel="Removing…">
          Remove passkey
        </SubmitButton>
      }
    >
      <p>
        Added {showDate(passkey.enrolledAt, zone)}. It signs nothing from now on. Signatures that it made stay, and can
        still be verified.
      </p>
    </ReasonPage>
  );
}
