import type { MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { invitationDaysOf } from '#events/organisation/controls.ts';
import { resendInvitation } from '#app/people/commands/resend-invitation.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { codeValidity } from '#app/ui/text/count.ts';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Resend invitation', data?.member.name);

export const loader = screenLoader({
  access: 'user.resend_invitation',
  params: uidParams,
  async load({ ask, params, ports, viewer }) {
    const { uid, name, email, role, status } = await ask(getMember, { user: params.uid });
    return {
      member: { uid, name, email, role, status },
      days: invitationDaysOf(viewer.settings),
      commandId: ports.newId(),
    };
  },
});

export const action = commandAction({
  access: 'user.resend_invitation',
  params: uidParams,
  command: resendInvitation,
  input: ({ page }) => ({ user: page.params.uid }),
  failed: failed.resendInvitation,
  done: ({ page, value }) => [addresses.team(), sayWhereEmailGoes(`A new code goes to ${value.email}.`, page.ports)],
});

/** Sends an invited person a new code. */
export default function ResendInvitation() {
  const { member, days, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form] = useForm({ id: 'resend-invitation', lastResult: useLastResult(answer?.lastResult) });
  const back = member.status === 'INACTIVE' ? addresses.reactivateUser(member.uid) : addresses.editUser(member.uid);
  return (
    <FormDialogPage
      title="Resend invitation"
      back={back}
      masthead={<MemberHead member={member} back={back} />}
      obstacle={member.status !== 'INVITED' && !answer ? 'Only an invited person has an invitation.' : null}
      form={form}
      commandId={commandId}
      button={
        <SubmitButton icon="send" pendingLabel="Sending…">
          Resend invitation
        </SubmitButton>
      }
    >
      <p>
        We send a new code to {member.email}. It is valid for {codeValidity(days)}. Earlier codes stop working.
      </p>
    </FormDialogPage>
  );
}
