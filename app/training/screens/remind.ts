import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { remindTraining } from '#app/training/commands/remind.ts';
import { addresses } from '#app/kit/addresses.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { errorPage } from '#app/kit/errors/error-page.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { readForm, redirectTo, screenAction, screenLoader, uidParams } from '#app/kit/screen/screen.ts';
import { sayWhereEmailGoes } from '#app/kit/words/outbox.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

/** The address has no page of its own: its forms stand beside the people with open training. */
export const loader = screenLoader({
  access: 'training.remind',
  params: uidParams,
  load: () => Promise.reject(redirect(addresses.home())),
});

export const action = screenAction({
  access: 'training.remind',
  params: uidParams,
  async act(page) {
    const form = await readForm(page, z.object({ returnTo: z.string().default('') }));
    if (!form.ok) return redirectTo(page, addresses.home());
    const result = await form.run(remindTraining, { record: page.params.uid });
    const back = safeRedirect(form.values.returnTo) ?? addresses.home();
    if (result.ok) return redirectTo(page, back, sayWhereEmailGoes(`${result.value.name} gets an email.`, page.ports));
    if (result.failure.code === 'not_found') throw errorPage(result.failure);
    const { title, detail } = problemOf(result.failure);
    return redirectTo(page, back, toast('error', detail ?? title));
  },
});
