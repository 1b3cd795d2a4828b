import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { confirmAccount, confirmInput, type Confirmed } from '#app/commands/identity/confirm.ts';
import { addresses } from '#app/addresses.ts';
import { screenAction, submit } from '#app/server/screen/screen.ts';
import { emailOfAddress } from '#app/screens/account/codes.ts';
import { confirmPassword, judge, passwordsMatch, weakBesides } from '#app/screens/account/new-password.ts';
import { visitorLoader } from '#app/screens/account/visitor-loader.ts';

export const codePasswordForm = confirmInput
  .extend({ confirmPassword })
  .refine(passwordsMatch.check, passwordsMatch.problem);

const success = {
  first: 'Your account has been confirmed and password set.',
  again: 'Your account has been reconfirmed and password set.',
};

/** Where somebody goes on to whose account is confirmed. */
export const confirmed = ({ again }: Confirmed) => ({
  to: addresses.signIn(),
  toast: again ? success.again : success.first,
});

/** What either page begins with: `?email=` and `?code=` come from the letter's link. */
export const loadConfirmation = (args: LoaderFunctionArgs) =>
  visitorLoader(async (page) => ({ ...emailOfAddress(page), commandId: page.ports.newId() }))(args);

/** Confirms an account from either page: the code knows whether it is for the first time. */
export const confirmFromForm = (args: ActionFunctionArgs) =>
  screenAction('public', async (page) => {
    const form = await page.request.formData();
    return submit(page, {
      form,
      schema: codePasswordForm,
      command: confirmAccount,
      besides: (told) => weakBesides(form, told),
      more: async (failure) => ({ strength: await judge(form, failure) }),
      after: confirmed,
    });
  })(args);
