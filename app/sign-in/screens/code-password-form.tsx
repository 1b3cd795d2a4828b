import { useForm } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { estimate } from '#app/sign-in/screens/estimate.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { PasswordField } from '#app/ui/field/password-field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { NewPasswordField } from '#app/ui/strength-meter/new-password-field.tsx';

interface CodePasswordFormProps {
  id: string;
  email: string;
  code: string;
  codeLabel: string;
  commandId: string;
  submit: string;
  pendingLabel: string;
}

/** A code from the mailbox, and a new password twice. */
export function CodePasswordForm({
  id,
  email,
  code,
  codeLabel,
  commandId,
  submit,
  pendingLabel,
}: CodePasswordFormProps) {
  const answer = useActionData<FormAnswer & { advice?: string[] }>();
  const [form, fields] = useForm<{
    email: string;
    code: string;
    newPassword: string;
    confirmPassword: string;
  }>({
    id,
    lastResult: answer?.lastResult,
    defaultValue: { email, code },
  });
  return (
    <Form form={form} commandId={commandId} labels={{ code: codeLabel }}>
      <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
      <TextField field={fields.code} label={codeLabel} autoComplete="one-time-code" maxLength={64} required />
      <NewPasswordField field={fields.newPassword} advice={answer?.advice} estimate={estimate} />
      <PasswordField field={fields.confirmPassword} label="Confirm password" autoComplete="new-password" required />
      <SubmitButton size="wide" pendingLabel={pendingLabel}>
        {submit}
      </SubmitButton>
    </Form>
  );
}
