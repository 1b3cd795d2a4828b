import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { screenAction, screenLoader } from '#app/kit/screen/screen.ts';

/** The address has no page of its own. */
export const loader = screenLoader({
  access: 'signed-in',
  load: () => Promise.reject(redirect(addresses.home())),
});

const isTraining = (form: FormData): boolean => form.has('record');

/**
 * Requests of scripts, with a signature form as it is typed: what the browser is to ask a passkey (`options`), or a
 * sentence (`message`).
 */
export const action = screenAction({
  access: 'signed-in',
  async act(page) {
    const form = await page.request.formData();
    const typed = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
    const { approval, training } = page.context.signables;
    const asked = isTraining(form) ? await page.execute(training.ask, typed) : await page.execute(approval.ask, typed);
    const headers = { 'Cache-Control': 'no-store' };
    if (asked.ok) return Response.json({ options: asked.value }, { headers });
    const { status, title, errors } = problemOf(asked.failure);
    const [field] = Object.values(errors ?? {}).flat();
    return Response.json({ message: field ?? title }, { status, headers });
  },
});
