import { confirmAccount, confirmInput, type Confirmed } from '#app/sign-in/commands/confirm.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readForm, redirectTo, screenAction } from '#app/kit/screen/screen.ts';
import {
  adviceFor,
  confirmPassword,
  passwordFormAgain,
  passwordFormRefused,
  passwordsMatch,
} from '#app/sign-in/screens/new-password.ts';

export const codePasswordForm = confirmInput
  .extend({ confirmPassword })
  .refine(passwordsMatch.check, passwordsMatch.problem);

const success = {
  first: 'Your account has been confirmed and password set.',
  again: 'Your account has been reconfirmed and password set.',
};

/** The next page after a confirmation, and its message. */
export const confirmed = ({ again }: Confirmed) => [addresses.signIn(), again ? success.again : success.first] as const;

/** Confirms an account from either page: the code knows whether it is for the first time. */
export const confirmFromForm = screenAction({
  access: 'public',
  async act(page) {
    const form = await readForm(page, codePasswordForm);
    const advice = await adviceFor(form.data);
    if (!form.ok || advice) return passwordFormAgain(form, advice);
    const result = await form.run(confirmAccount, form.values);
    if (!result.ok) return passwordFormRefused(form, result.failure);
    return redirectTo(page, ...confirmed(result.value));
  },
});
