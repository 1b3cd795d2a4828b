import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useForm } from '@conform-to/react';
import { confirmEmail, confirmEmailInput } from '#app/sign-in/commands/confirm-email.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readForm, redirectTo, screenAction } from '#app/kit/screen/screen.ts';
import type { codeFormLoader } from '#app/sign-in/screens/visitor-loader.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Confirm your email - Imprimatur' }];

export { codeFormLoader as loader } from '#app/sign-in/screens/visitor-loader.ts';

export const action = screenAction({
  access: 'public',
  async act(page) {
    const form = await readForm(page, confirmEmailInput);
    if (!form.ok) return form.showAgain();
    const result = await form.run(confirmEmail, form.values);
    if (!result.ok) return form.refused(result.failure);
    const next = page.viewer ? addresses.home() : addresses.signIn();
    return redirectTo(page, next, `Your email address is now ${form.values.email}.`);
  },
});

/** Confirms a new address with the code that was sent there. */
export default function ConfirmEmail() {
  const { email, code, commandId } = useLoaderData<typeof codeFormLoader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<{ email: string; code: string }>({
    id: 'confirm-email',
    lastResult: answer?.lastResult,
    defaultValue: { email, code },
  });
  return (
    <AuthPage
      title="Confirm your email"
      lede="The verification code is in the email to your new address. It expires in 24 hours."
      links={
        <>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <Form form={form} commandId={commandId} labels={{ email: 'New email', code: 'Verification code' }}>
        <TextField field={fields.email} label="New email" type="email" autoComplete="email" required />
        <TextField field={fields.code} label="Verification code" autoComplete="one-time-code" maxLength={64} required />
        <SubmitButton size="wide" pendingLabel="Confirming…">
          Confirm your email
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
