import { data as reply, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { rotateServiceAccount } from '#app/integrations/commands/service-accounts/manage.ts';
import { accountLoader } from '#app/integrations/screens/service-accounts/account-loader.ts';
import { IssuedToken } from '#app/integrations/screens/service-accounts/issued-token.tsx';
import { readForm, screenAction, uidParams } from '#app/kit/screen/screen.ts';
import { ReasonPage } from '#app/ui/dialog/reason-page.tsx';
import { SubmitButton } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Rotate token', data?.account.name);

export const loader = accountLoader;

export const action = screenAction({
  access: 'service_account.manage',
  params: uidParams,
  async act(page) {
    const form = await readForm(page, z.object({}), { command: rotateServiceAccount });
    if (!form.ok) return form.showAgain({ issued: null });
    const result = await form.run(rotateServiceAccount, { ...form.values, account: page.params.uid });
    if (!result.ok) return form.refused(result.failure, failed.rotateServiceAccount, { issued: null });
    const { name, token } = result.value;
    return reply({ lastResult: undefined, problem: null, issued: { name, token } });
  },
});

/** Gives a service account another token; the answer shows it. */
export default function RotateServiceAccount() {
  const { account, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer?.issued) return <IssuedToken {...answer.issued} />;
  const ended = account.standing === 'revoked' || account.standing === 'expired';
  return (
    <ReasonPage
      id="rotate"
      title={`Rotate the token of ${account.name}`}
      back={addresses.settingsApi()}
      obstacle={ended ? 'This service account no longer works.' : null}
      commandId={commandId}
      button={<SubmitButton pendingLabel="Rotating…">Rotate token</SubmitButton>}
    >
      <p>The present token stops working at once. The new one is shown once, after this.</p>
    </ReasonPage>
  );
}
