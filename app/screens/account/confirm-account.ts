import type { ActionFunctionArgs } from '@remix-run/node';
import { confirmAccount, confirmInput } from '#app/commands/identity/confirm.ts';
import { addresses } from '#app/http/addresses.ts';
import { screenAction, submit } from '#app/http/screen.ts';
import { confirmPassword, judge, passwordsMatch } from '#app/screens/account/new-password.ts';

export const codePasswordForm = confirmInput
  .extend({ confirmPassword })
  .refine(passwordsMatch.check, passwordsMatch.problem);

const success = {
  first: 'Your account has been confirmed and password set.',
  again: 'Your account has been reconfirmed and password set.',
};

/** Confirms an account from either page: the code knows whether it is for the first time. */
export const confirmFromForm = (args: ActionFunctionArgs) =>
  screenAction('public', async (page) => {
    const form = await page.request.formData();
    return submit(page, {
      form,
      schema: codePasswordForm,
      command: confirmAccount,
      more: async (failure) => ({ strength: await judge(form, failure) }),
      after: ({ again }) => ({ to: addresses.signIn(), toast: again ? success.again : success.first }),
    });
  })(args);
