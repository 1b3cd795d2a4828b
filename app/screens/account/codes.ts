import type { ActionFunctionArgs } from '@remix-run/node';
import { codeRequest, requestCode, requestReset } from '#app/commands/identity/request-code.ts';
import { addresses } from '#app/addresses.ts';
import { screenAction, submit, type Page } from '#app/server/screen/screen.ts';
import type { Viewer } from '#app/queries/viewer.ts';

/** The address and the code that a link carries into the form: `?email=` and `?code=`. */
export const emailOfAddress = ({ url }: Page<Viewer | null>) => ({
  email: url.searchParams.get('email') ?? '',
  code: url.searchParams.get('code') ?? '',
});

/** Sends a reset code, and goes on to where it is typed. */
export const askForResetCode = (args: ActionFunctionArgs) =>
  screenAction('public', async (page) =>
    submit(page, {
      form: await page.request.formData(),
      schema: codeRequest,
      command: requestReset,
      after: (_, { email }) => ({ to: addresses.reset(email), toast: 'Check your email for your reset code.' }),
    }),
  )(args);

/** Sends a new verification code, and goes on to where it is typed. */
export const askForNewCode = (args: ActionFunctionArgs) =>
  screenAction('public', async (page) =>
    submit(page, {
      form: await page.request.formData(),
      schema: codeRequest,
      command: requestCode,
      broken: 'Unable to request a code for this email.',
      after: (_, { email }) => ({ to: addresses.confirm(email), toast: 'Check your email for a new code.' }),
    }),
  )(args);
