import { redirect } from '@remix-run/node';
import { addresses } from '#app/kit/addresses.ts';
import { redirectTo, refuseUnreadable, screenAction } from '#app/kit/screen/screen.ts';
import { autosave, discardSaved, pageOf, saveUnsent } from '#app/kit/screen/saved-form.ts';
import { safeRedirect } from '#app/kit/session/session.ts';

/** There is nothing to see: a saved form shows on its own page. */
export const loader = () => redirect(addresses.home());

/**
 * `keep=draft`, by script: saves a form that is being filled in, and answers when (`{at}`), or 401 where the session
 * has ended, with the page that shows it again. `keep=discard`: deletes the saved form of a page, and opens that page
 * anew, or the page in `to`.
 */
export const action = screenAction({
  access: 'public',
  async act(page) {
    const { request, context, viewer, now } = page;
    if (!viewer) {
      const copy = await refuseUnreadable(request.clone()).formData();
      const target = pathIn(copy, 'page');
      if (copy.get('keep') !== 'draft' || !target) return redirectTo(page, addresses.signIn());
      const unsent = await saveUnsent(request, context, pageOf(target));
      if (!unsent) return Response.json({ saved: false }, { status: 401 });
      return Response.json({ saved: true, page: unsent.page }, { status: 401, headers: unsent.headers });
    }
    const form = await request.formData();
    const target = pathIn(form, 'page');
    if (!target) return redirectTo(page, addresses.home());
    if (form.get('keep') !== 'draft') {
      await discardSaved({ request, context, viewer }, pageOf(target));
      return redirectTo(page, pathIn(form, 'to') ?? target);
    }
    const saved = await autosave(context, viewer, pageOf(target), form);
    return Response.json(saved ? { at: now } : {}, { status: saved ? 200 : 422 });
  },
});

/** A path of this site in a field of the form. */
function pathIn(form: FormData, name: string): string | null {
  const value = form.get(name);
  return safeRedirect(typeof value === 'string' ? value : null);
}
