import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { sendEmailAgain } from '#app/kit/email/refused/send-again.ts';
import { addresses } from '#app/kit/addresses.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

const schema = z.object({ key: z.string().min(1), returnTo: z.string() });

/** The address has no page of its own: its forms stand where refused emails are shown. */
export const loader = screenLoader({
  access: 'signed-in',
  load: () => Promise.reject(redirect(addresses.home())),
});

export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const form = await readForm(page, schema);
    if (!form.ok) return redirectTo(page, addresses.home());
    const { key, returnTo } = form.values;
    const result = await form.run(sendEmailAgain, { key });
    const back = safeRedirect(returnTo) ?? addresses.home();
    if (result.ok) return redirectTo(page, back, sayWhereEmailGoes('The email is sent again.', page.ports));
    return redirectTo(page, back, toast('error', problemOf(result.failure).title));
  },
});
