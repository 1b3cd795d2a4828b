import { useForm } from '@conform-to/react';
import { redirect, type MetaArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { identityForm, verifyIdentity } from '#app/people/commands/verify-identity.ts';
import { addresses } from '#app/kit/addresses.ts';
import { commandAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { getMember } from '#app/people/queries/get-member.ts';
import { MemberHead } from '#app/people/screens/member-head.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { FormDialogPage } from '#app/ui/dialog/form-dialog-page.tsx';
import { SubmitButton, useLastResult } from '#app/ui/form/form.tsx';
import { pageTitle } from '#app/ui/page/page.tsx';
import { identityWords } from '#app/kit/words/phrases.ts';
import { failed } from '#app/kit/words/refusals.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta = ({ data }: MetaArgs<typeof loader>) => pageTitle('Verify identity', data?.member.name);

export const loader = screenLoader({
  access: 'user.verify_identity',
  params: uidParams,
  async load({ ask, params, ports }) {
    const { uid, name, email, role, status } = await ask(getMember, { user: params.uid });
    if (status === 'INACTIVE') throw redirect(addresses.reactivateUser(uid));
    return { member: { uid, name, email, role }, commandId: ports.newId() };
  },
});

export const action = commandAction({
  access: 'user.verify_identity',
  params: uidParams,
  command: verifyIdentity,
  form: identityForm,
  input: ({ page }) => ({ user: page.params.uid }),
  failed: failed.verifyIdentity,
  done({ value }) {
    const { user, name } = value;
    return [addresses.editUser(user), `The identity of ${name} is recorded as verified.`];
  },
});

const choices = (['in_person', 'document', 'personnel_office'] as const).map((value) => ({
  value,
  label: identityWords[value],
}));

/** Asks how a person's identity was verified. */
export default function VerifyIdentity() {
  const { member, commandId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof identityForm>>({
    id: 'verify-identity',
    lastResult: useLastResult(answer?.lastResult),
  });
  return (
    <FormDialogPage
      title="Verify identity"
      back={addresses.editUser(member.uid)}
      masthead={<MemberHead member={member} back={addresses.editUser(member.uid)} />}
      form={form}
      commandId={commandId}
      labels={{ how: 'How it was verified' }}
      button={<SubmitButton pendingLabel="Saving…">Record as verified</SubmitButton>}
    >
      <p>Record how you made sure who this person is. The audit trail shows it with your name.</p>
      <Choices single field={fields.how} legend="How it was verified" choices={choices} />
    </FormDialogPage>
  );
}
