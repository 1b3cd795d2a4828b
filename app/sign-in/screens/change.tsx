import { useForm } from '@conform-to/react';
import { getZodConstraint } from '@conform-to/zod/v4';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { signOnOf } from '#events/single-sign-on/settings.ts';
import { changePassword, changePasswordInput } from '#app/sign-in/commands/change-password.ts';
import { personalWords } from '#app/sign-in/commands/new-password.ts';
import { addresses } from '#app/kit/addresses.ts';
import { flag, readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import {
  adviceFor,
  confirmPassword,
  passwordFormAgain,
  passwordFormRefused,
  passwordsMatch,
} from '#app/sign-in/screens/new-password.ts';
import { estimate } from '#app/sign-in/screens/estimate.ts';
import { LinkButton } from '#app/ui/button/button.tsx';
import { PasswordField } from '#app/ui/field/password-field.tsx';
import { DialogPage } from '#app/ui/dialog/dialog.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { ChangePasswordQuestion } from '#app/ui/shell/change-password.tsx';
import { Page, PageHead, Section, SectionFoot } from '#app/ui/page/page.tsx';
import { NewPasswordField } from '#app/ui/strength-meter/new-password-field.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

const schema = changePasswordInput.extend({ confirmPassword }).refine(passwordsMatch.check, passwordsMatch.problem);

export const meta: MetaFunction = () => [{ title: 'Change password - Imprimatur' }];

const knownOf = (viewer: Viewer): string[] => personalWords(viewer, [viewer.orgName]);

export const loader = screenLoader({
  access: 'signed-in',
  search: z.object({ ask: flag }),
  load: async ({ ports, viewer, search }) => ({
    asks: search.ask,
    constraint: getZodConstraint(schema),
    commandId: ports.newId(),
    known: knownOf(viewer),
    email: viewer.email,
    issuer: signOnOf(viewer.settings, viewer.uid)?.name ?? null,
  }),
});

export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const known = knownOf(page.viewer);
    const form = await readForm(page, schema);
    const advice = await adviceFor(form.data, known);
    if (!form.ok || advice) return passwordFormAgain(form, advice);
    const result = await form.run(changePassword, form.values);
    if (!result.ok) return passwordFormRefused(form, result.failure);
    return redirectTo(page, addresses.home(), 'You have successfully changed your password.');
  },
});

/** Changes your own password. All other sessions end. */
export default function ChangePassword() {
  const { asks, constraint, commandId, known, email, issuer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof schema>>({ id: 'change', lastResult: answer?.lastResult, constraint });
  if (issuer)
    return (
      <Page>
        <PageHead title="Change password" lede={`You sign in with ${issuer} and have no password here.`} />
        <p>Change your password there.</p>
      </Page>
    );
  if (asks && !answer)
    return (
      <Page>
        <DialogPage title="Change Password" back={addresses.home()}>
          <ChangePasswordQuestion />
        </DialogPage>
      </Page>
    );
  return (
    <Page>
      <PageHead title="Change password" />
      <Form form={form} commandId={commandId} layout="bare">
        <Section id="password" title="Password" note="You stay signed in here. All other sessions end." narrow first>
          {/* For password managers, which need the user name. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            field={fields.currentPassword}
            label="Current password"

            autoComplete="current-password"
          />
          <NewPasswordField
            field={fields.newPassword}
            advice={answer?.advice}
            estimate={(password, typed) => estimate(password, typed, known)}
          />
          <PasswordField
            field={fields.confirmPassword}
            label="Confirm password"

            autoComplete="new-password"
          />
        </Section>
        <SectionFoot label="Change the password">
          <LinkButton to={addresses.home()}>Cancel</LinkButton>
          <SubmitButton pendingLabel="Changing…">Change Password</SubmitButton>
        </SectionFoot>
      </Form>
    </Page>
  );
}
