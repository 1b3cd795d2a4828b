import { data, redirect } from '@remix-run/node';
import { texts } from '#events/texts.ts';
import { titleForm } from '#app/forms/document.ts';
import { readForm, type FormAnswer } from '#app/server/screen/form.ts';
import type { Page } from '#app/server/screen/screen.ts';
import { nameInUse } from '#app/queries/document/name.ts';

/**
 * Checks a proposed title as the document form will, then goes on to the form with it. With the field `stay` it answers the title as it
 * would be stored, for a dialog over that form. The document (its uid) may keep its own title.
 */
export async function answerTitle(page: Page, document: string | null, onward: (name: string) => string) {
  const form = await readForm(page, titleForm);
  if (!form.ok) return form.again();
  const { name } = form.values;
  if (await page.ask(nameInUse, { name, document })) {
    return form.again({}, { name: [texts.documentNameInUse] }, 409);
  }
  if (form.data.has('stay')) return data<FormAnswer & { name?: string }>({ lastResult: {}, problem: null, name });
  throw redirect(onward(name), 303);
}
