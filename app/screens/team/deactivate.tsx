import { useForm } from '@conform-to/react';
import { redirect, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { deactivateUser } from '#app/commands/user/activation.ts';
import { addresses } from '#app/addresses.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { readForm, redirectTo } from '#app/server/screen/form.ts';
import { flag, uidParams } from '#app/server/screen/route-input.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { getMember } from '#app/queries/user/get-member.ts';
import { failed } from '#app/wording/refusals.ts';
import { DeactivateForm } from '#app/screens/team/deactivate-form.tsx';
import { WaitingApprovals } from '#app/screens/team/waiting-approvals.tsx';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import type { WithReason } from '#app/ui/field/reason-field.tsx';
import { useLastResult } from '#app/ui/form/saved-form.ts';
import { Page } from '#app/ui/page/page.tsx';
import { pageTitle } from '#app/ui/text/page-title.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Deactivate team member', data?.member.name);

export const loader = screenLoader({
  access: 'user.deactivate',
  params: uidParams,
  search: z.object({ dialog: flag }),
  async load({ ask, params, ports, search }) {
    const member = await ask(getMember, { user: params.uid });
    // The dialog loads again once its person is deactivated; a redirect would leave the list.
    if (member.status === 'INACTIVE' && !search.dialog) throw redirect(addresses.reactivateUser(member.uid));
    return { member, commandId: ports.newId() };
  },
});

export const action = screenAction({
  access: 'user.deactivate',
  params: uidParams,
  async act(page) {
    const form = await readForm(page, z.object({}), { command: deactivateUser });
    if (!form.ok) return form.again();
    const result = await form.run(deactivateUser, { ...form.values, user: page.params.uid });
    if (result.ok) return redirectTo(page, addresses.team(), `${result.value.name} is deactivated.`);
    // The person already has another page, so the refusal goes along.
    if (result.failure.code === 'user_not_in_status') {
      const { detail, title } = problemOf(result.failure);
      const words = `${failed.deactivateUser.words} ${detail ?? title}`;
      return redirectTo(page, addresses.reactivateUser(page.params.uid), toast('error', words));
    }
    return form.refused(result.failure, failed.deactivateUser);
  },
});

/** The deactivate dialog as a page of its own, with the person's open approvals. */
export default function Deactivate() {
  const { member, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason>({
    id: 'deactivate-page',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <Page>
      <DialogPage title="Deactivate team member" back={addresses.team()}>
        <DeactivateForm member={member} commandId={commandId} form={form} reason={fields.reason}>
          <WaitingApprovals of={member.openApprovals} />
        </DeactivateForm>
      </DialogPage>
    </Page>
  );
}
