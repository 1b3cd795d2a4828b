import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import { useActionData } from '@remix-run/react';
import { Choices } from '#app/ui/choices/choices.tsx';
import { TextField } from '#app/ui/field/field.tsx';
import { PasswordField } from '#app/ui/field/password-field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import type { z } from 'zod';
import { type answerInvitation, invitation } from './invitation-answer.ts';

/** A whole form on conform, as a screen writes it. */
export function InvitationPage() {
  const answer = useActionData<typeof answerInvitation>();
  const [form, fields] = useForm<z.infer<typeof invitation>>({
    id: 'invite',
    lastResult: answer?.lastResult,
    constraint: getZodConstraint(invitation),
    defaultValue: { departments: ['IT'] },
  });
  return (
    <Page>
      <PageHead title="Invite team member" />
      <div className="narrow">
        <Form form={form} commandId="invite-once">
          <TextField field={fields.email} label="Email" type="email" hint="The code goes there." />
          <PasswordField field={fields.password} label="Password" autoComplete="current-password" />
          <Choices
            field={fields.departments}
            legend="Departments"
            choices={['Corporate', 'IT', 'Laboratory'].map((label) => ({ value: label, label }))}
          />
          <SubmitButton pendingLabel="Inviting…">Invite team member</SubmitButton>
        </Form>
      </div>
    </Page>
  );
}
