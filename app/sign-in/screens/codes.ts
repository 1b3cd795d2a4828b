import { codeRequest, requestCode, requestReset } from '#app/sign-in/commands/request-code.ts';
import { addresses } from '#app/kit/addresses.ts';
import { readBrowser } from '#app/kit/cookies/browser.ts';
import { readForm, redirectTo, screenAction } from '#app/kit/screen/screen.ts';
import { failed } from '#app/kit/words/refusals.ts';

/** Sends a reset code, and goes on to the form for it. */
export const askForResetCode = screenAction({
  access: 'public',
  async act(page) {
    const form = await readForm(page, codeRequest);
    if (!form.ok) return form.showAgain();
    const result = await form.run(requestReset(await readBrowser(page.request, page.ports)), form.values);
    if (!result.ok) return form.refused(result.failure);
    return redirectTo(page, addresses.reset(form.values.email), 'Check your email for your reset code.');
  },
});

/** Sends a new verification code, and goes on to the form for it. */
export const askForNewCode = screenAction({
  access: 'public',
  async act(page) {
    const form = await readForm(page, codeRequest);
    if (!form.ok) return form.showAgain();
    const result = await form.run(requestCode(await readBrowser(page.request, page.ports)), form.values);
    if (!result.ok) return form.refused(result.failure, failed.requestCode);
    return redirectTo(page, addresses.confirm(form.values.email), 'Check your email for a new code.');
  },
});
