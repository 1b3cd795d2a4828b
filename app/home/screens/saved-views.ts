import { redirect } from '@remix-run/node';
import { z } from 'zod';
import { addresses } from '#app/kit/addresses.ts';
import { deleteView, saveView } from '#app/home/preferences/list-view.ts';
import { toast } from '#app/kit/cookies/toast.ts';
import { safeRedirect } from '#app/kit/session/session.ts';
import { readForm, redirectTo, screenAction, screenLoader } from '#app/kit/screen/screen.ts';
import { normaliseLine } from '#events/text.ts';
import { viewIn } from './list-parameters.ts';

export { clientAction } from '#app/ui/form/client-action.ts';

const longest = 60;

const schema = z.object({
  act: z.enum(['save', 'delete']),
  name: z.string().transform(normaliseLine),
  /** The address that the view is saved from. */
  returnTo: z.string(),
});

/** The address has no page of its own: its forms stand beside the list of all documents. */
export const loader = screenLoader({
  access: 'document.list_all',
  load: () => Promise.reject(redirect(addresses.home('manage'))),
});

export const action = screenAction({
  access: 'document.list_all',
  async act(page) {
    const form = await readForm(page, schema);
    const back = (form.ok && safeRedirect(form.values.returnTo)) || addresses.home('manage');
    if (!form.ok) return redirectTo(page, back);
    const { act, name } = form.values;
    const { database } = page.ports;
    if (act === 'delete') {
      await deleteView(database, page.viewer, name);
      return redirectTo(page, back, `View “${name}” deleted.`);
    }
    if (name === '' || [...name].length > longest)
      return redirectTo(page, back, toast('error', `Enter a name of 1 to ${longest} characters.`));
    const filters = viewIn(new URL(back, page.url).searchParams);
    if (await saveView(database, page.viewer, { name, filters }))
      return redirectTo(page, back, `View “${name}” saved.`);
    return redirectTo(page, back, toast('error', 'You have 20 views. Delete one first.'));
  },
});
