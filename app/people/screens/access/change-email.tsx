import { redirect, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { changeEmail } from '#app/people/commands/change-email.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { failed } from '#app/kit/words/refusals.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { ReadOnlyField, ReasonField, TextField, type WithReason } from '#app/ui/field/field.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export { shouldRevalidate } from '#app/kit/screen/revalidate.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Change email', data?.member.name);

const schema = z.object({ email: z.string({ error: texts.required }).trim().min(1, texts.required) });

export const loader = screenLoader({
  access: 'user.change_email',
  params: uidParams,
  async load({ ask, params, ports }) {
    const { uid, name, email, role, status, pendingEmail } = await ask(getMember, { user: params.uid });
    if (status === 'INACTIVE') throw redirect(addresses.reactivateUser(uid));
    return { member: { uid, name, email, role, status, pendingEmail }, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'user.change_email',
  params: uidParams,
  command: changeEmail,
  form: schema,
  input: ({ page }) => ({ user: page.params.uid }),
  failed: failed.changeEmail,
  done: ({ page, values }) => [
    addresses.editUser(page.params.uid),
    sayWhereEmailGoes(`A code goes to ${values.email} to confirm it.`, page.ports),
  ],
});

/** Asks for another address of a person. */
export default function ChangeEmail() {
  const { member, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<WithReason<{ email: string }>>({
    id: 'change-email',
    lastResult: useLastResult(answer?.lastResult),
    defaultValue: { email: member.pendingEmail?.address ?? '' },
  });
  return (
    <FormDialogPage
      title="Change email"
      back={addresses.editUser(member.uid)}
      masthead={<MemberHead member={member} back={addresses.editUser(member.uid)} />}
      form={form}
      commandId={commandId}
      labels={{ email: 'New email' }}
      button={<SubmitButton pendingLabel="Sending…">Send the code</SubmitButton>}
    >
      <p>
        We send a code to the new address and a note to the present one. The new address counts once the code is
        entered, within 24 hours.
      </p>
      <p className="meta">
        {member.status === 'INVITED'
          ? 'Once the new address is confirmed, the invitation is sent there.'
          : 'The person signs in and signs with it. Earlier signatures keep what they recorded.'}
      </p>
      <ReadOnlyField label="Present email" value={member.email} />
      <TextField field={fields.email} label="New email" type="email" autoComplete="off" required />
      <ReasonField field={fields.reason} />
    </FormDialogPage>
  );
}
