import { useForm } from '@conform-to/react';
import { useActionData } from '@remix-run/react';
import type { FormAnswer } from '#app/kit/screen/screen.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';

/** Asks for the address that a code goes to. */
export function CodeForm({ id, email, submit }: { id: string; email: string; submit: string }) {
  const answer = useActionData<FormAnswer>();
  const [form, fields] = useForm<{ email: string }>({
    id,
    lastResult: answer?.lastResult,
    defaultValue: { email },
  });
  return (
    <Form form={form}>
      <TextField field={fields.email} label="Email" type="email" autoComplete="username" required />
      <SubmitButton size="wide" pendingLabel="Requesting…">
        {submit}
      </SubmitButton>
    </Form>
  );
}
