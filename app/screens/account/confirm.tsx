import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { confirmAccount, confirmInput } from '#app/commands/identity/confirm.ts';
import { screenAction, screenLoader, submit } from '#app/http/screen.ts';
import { confirmPassword, judge, passwordsMatch } from '#app/screens/account/new-password.ts';
import { estimate } from '#app/screens/account/estimate.ts';
import { TextField } from '#app/ui/field/field.tsx';
import { Form } from '#app/ui/form/form.tsx';
import { SubmitButton } from '#app/ui/form/submit-button.tsx';
import { Gate } from '#app/ui/page/gate.tsx';
import { NewPasswordField } from '#app/ui/strength-meter/new-password-field.tsx';

const schema = confirmInput.extend({ confirmPassword }).refine(passwordsMatch.check, passwordsMatch.problem);

export const meta: MetaFunction = () => [{ title: 'Confirm account - Imprimatur' }];

/** `?email=` and `?code=` come from the invitation's link. */
export const loader = (args: LoaderFunctionArgs) =>
  screenLoader('public', async ({ url }) => ({
    constraint: getZodConstraint(schema),
    email: url.searchParams.get('email') ?? '',
    code: url.searchParams.get('code') ?? '',
  }))(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('public', async (page) => {
    const form = await page.request.formData();
    return submit(page, {
      form,
      schema,
      command: confirmAccount,
      more: async () => ({ strength: await judge(form) }),
      after: () => ({ to: '/', toast: 'Your account has been confirmed and password set.' }),
    });
  })(args);

/** First-time confirmation of an invited account. */
export default function Confirm() {
  const { constraint, email, code } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: 'confirm',
    lastResult: answer?.lastResult,
    constraint,
    defaultValue: { email, code },
  });
  return (
    <Gate
      title="Confirm account"
      lede="The verification code is in your invitation. It expires in 24 hours."
      links={<Link to="/">Sign in</Link>}
    >
      <Form form={form}>
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" />
        <TextField field={fields.code} label="Verification code" autoComplete="one-time-code" />
        <NewPasswordField field={fields.newPassword} judged={answer?.strength} estimate={estimate} />
        <TextField
          field={fields.confirmPassword}
          label="Confirm password"
          type="password"
          autoComplete="new-password"
        />
        <SubmitButton size="wide" pendingLabel="Confirming…">
          Confirm account
        </SubmitButton>
      </Form>
    </Gate>
  );
}
