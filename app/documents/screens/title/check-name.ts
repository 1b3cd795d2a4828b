import { data, redirect } from '@remix-run/node';
import { texts } from '#events/texts.ts';
import { titleForm } from '#app/documents/forms/document.ts';
import { type FormAnswer, type Page, readForm } from '#app/kit/screen/screen.ts';
import { nameInUse } from '#app/documents/queries/name.ts';

/**
 * Checks a proposed title, then redirects to the document form. With the field `stay` it returns the normalised title
 * to the dialog of that form. `document`: the uid of the document that may keep its title.
 */
export async function answerTitle(page: Page, document: string | null, onward: (name: string) => string) {
  const form = await readForm(page, titleForm);
  if (!form.ok) return form.showAgain();
  const { name } = form.values;
  if (await page.ask(nameInUse, { name, document })) {
    return form.showAgain({}, { name: [texts.documentNameInUse] }, 409);
  }
  if (form.data.has('stay')) return data<FormAnswer & { name?: string }>({ lastResult: {}, problem: null, name });
  throw redirect(onward(name), 303);
}
