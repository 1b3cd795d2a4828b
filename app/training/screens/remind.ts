import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { remindTraining } from '#app/commands/training/remind.ts';
import { addresses } from '#app/addresses.ts';
import { safeRedirect } from '#app/server/cookies/session.ts';
import { toast } from '#app/server/cookies/toast.ts';
import { errorPage } from '#app/server/errors/error-page.ts';
import { problemOf } from '#app/server/errors/problem.ts';
import { readForm, redirectTo } from '#app/server/screen/form.ts';
import { uidParams } from '#app/server/screen/route-input.ts';
import { screenAction, screenLoader } from '#app/server/screen/screen.ts';

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
    if (result.ok) return redirectTo(page, back, `${result.value.name} gets an email.`);
    if (result.failure.code === 'not_found') throw errorPage(result.failure);
    const { title, detail } = problemOf(result.failure);
    return redirectTo(page, back, toast('error', detail ?? title));
  },
});
