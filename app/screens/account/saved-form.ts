import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { addresses } from '#app/addresses.ts';
import { forgetKept, keepDraft, keepUnsent, pageOf } from '#app/server/screen/saved-form.ts';
import { goOn, refuseUnreadable, screenAction } from '#app/server/screen/screen.ts';
import { safeRedirect } from '#app/server/cookies/session.ts';

/** Nothing to see: what was kept shows in its form. */
export const loader = () => redirect(addresses.home());

/**
 * `keep=draft`, by script: keeps what stands in a form, and answers when (`{at}`), or 401 where the session has ended, with the page that
 * gives it back.
 * `keep=discard`: forgets what was kept of a page, and opens it anew, or the page from which that was asked (`to`).
 */
export const action = (args: ActionFunctionArgs) =>
  screenAction('public', async ({ request, context, viewer, now }) => {
    if (!viewer) {
      const copy = await refuseUnreadable(request.clone()).formData();
      const page = safeRedirect(textOf(copy.get('page')));
      if (copy.get('keep') !== 'draft' || !page) return goOn({ to: addresses.signIn() });
      const kept = await keepUnsent(request, context, pageOf(page));
      if (!kept) return Response.json({ kept: false }, { status: 401 });
      return Response.json({ kept: true, page: kept.page }, { status: 401, headers: kept.headers });
    }
    const form = await request.formData();
    const page = safeRedirect(textOf(form.get('page')));
    if (!page) return goOn({ to: addresses.home() });
    if (form.get('keep') !== 'draft') {
      await forgetKept(request, context, viewer, pageOf(page));
      return goOn({ to: safeRedirect(textOf(form.get('to'))) ?? page });
    }
    const kept = await keepDraft(context, viewer, pageOf(page), form);
    return Response.json(kept ? { at: now } : {}, { status: kept ? 200 : 422 });
  })(args);

const textOf = (value: FormDataEntryValue | null): string | null => (typeof value === 'string' ? value : null);
