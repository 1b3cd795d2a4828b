import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { deactivateUser } from '#app/commands/user/activation.ts';
import { addresses } from '#app/addresses.ts';
import { screenAction, screenLoader, submit } from '#app/server/screen/screen.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { getMember } from '#app/queries/user/get-member.ts';
import { DeactivateForm } from '#app/screens/team/deactivate-form.tsx';
import { problemsOfAnswer } from '#app/screens/team/problems.ts';
import { WaitingApprovals } from '#app/screens/team/waiting-approvals.tsx';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { Page } from '#app/ui/page/page.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Deactivate team member', data?.member.name);

export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('user.deactivate', async ({ ask, params, ports, url }) => {
    const member = await ask(getMember, { user: params.uid ?? '' });
    // The dialog asks again once its person is out, and a redirect would lead the whole page away from the list.
    if (member.status === 'INACTIVE' && !url.searchParams.has('dialog'))
      throw redirect(addresses.reactivateUser(member.uid));
    return { member, commandId: ports.newId() };
  })(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('user.deactivate', async (page) =>
    submit(page, {
      form: await page.request.formData(),
      schema: z.object({}),
      command: deactivateUser,
      input: () => ({ user: page.params.uid }),
      broken: 'There was a problem deactivating this user.',
      failed: (_, sentence) => `There was a problem deactivating this user. ${sentence}`,
      // Somebody who is out already has another page; the refusal goes along.
      elsewhere: ({ code, title, detail }) =>
        code === 'user_not_in_status'
          ? {
              to: addresses.reactivateUser(page.params.uid ?? ''),
              toast: toast('error', `There was a problem deactivating this user. ${detail ?? title}`),
            }
          : null,
      after: ({ name }) => ({ to: addresses.team(), toast: `${name} is deactivated.` }),
    }),
  )(args);

/** The deactivate dialog as a page of its own; it also says what waits for the person. */
export default function Deactivate() {
  const { member, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page>
      <DialogPage title="Deactivate team member" back={addresses.team()}>
        <DeactivateForm member={member} commandId={commandId} problems={problemsOfAnswer(answer)}>
          <WaitingApprovals of={member.openApprovals} />
        </DeactivateForm>
      </DialogPage>
    </Page>
  );
}
