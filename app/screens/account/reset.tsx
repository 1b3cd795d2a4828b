import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { resetOrConfirm } from '#app/commands/identity/reset-password.ts';
import { addresses } from '#app/addresses.ts';
import { browserCookie } from '#app/server/cookies/browser.ts';
import { screenAction, submit } from '#app/server/screen/screen.ts';
import { CodePasswordForm } from '#app/screens/account/code-password-form.tsx';
import { emailOfAddress } from '#app/screens/account/codes.ts';
import { codePasswordForm, confirmed } from '#app/screens/account/confirm-account.ts';
import { judge, weakBesides } from '#app/screens/account/new-password.ts';
import { visitorLoader } from '#app/screens/account/visitor-loader.ts';
import { AuthPage } from '#app/ui/page/auth-page.tsx';

export { clientAction } from '#app/ui/form/client-action.ts';

export const meta: MetaFunction = () => [{ title: 'Reset password - Imprimatur' }];

/** `?email=` and `?code=` come from the letter's link. */
export const loader = (args: LoaderFunctionArgs) =>
  visitorLoader(async (page) => ({ ...emailOfAddress(page), commandId: page.ports.newId() }))(args);

export const action = (args: ActionFunctionArgs) =>
  screenAction('public', async (page) => {
    const { request, ports } = page;
    const form = await request.formData();
    return submit(page, {
      form,
      schema: codePasswordForm,
      command: resetOrConfirm(request.headers.get('user-agent')),
      besides: (told) => weakBesides(form, told),
      more: async (failure) => ({ strength: await judge(form, failure) }),
      after: async (done) => {
        if ('again' in done) return confirmed(done);
        const { account, token } = done;
        const headers = new Headers();
        headers.append('Set-Cookie', ports.identity.sessions.cookie(token, account.settings.session));
        headers.append('Set-Cookie', await browserCookie(request, ports, account));
        return { to: addresses.home(), toast: 'You have successfully changed your password.', headers };
      },
    });
  })(args);

/** A new password with a code from the mailbox; whoever has it is signed in. */
export default function Reset() {
  const { email, code, commandId } = useLoaderData<typeof loader>();
  return (
    <AuthPage
      title="Reset password"
      lede="The reset code is in your email. It expires in 24 hours."
      links={
        <>
          <Link to={addresses.forgot()}>Request a new code</Link>
          <Link to={addresses.signIn()}>Sign in</Link>
          <Link to={addresses.support()}>Support</Link>
        </>
      }
    >
      <CodePasswordForm
        id="reset"
        email={email}
        code={code}
        codeLabel="Confirmation code"
        commandId={commandId}
        submit="Reset password"
        pendingLabel="Resetting…"
      />
    </AuthPage>
  );
}
