import { data, redirect } from '@remix-run/node';
import { parseForm } from '#app/server/screen/parse-form.ts';
import { texts } from '#events/texts.ts';
import { titleForm } from '#app/forms/document.ts';
import type { FormAnswer } from '#app/server/screen/form.ts';
import { again, type Page } from '#app/server/screen/screen.ts';
import { nameInUse } from '#app/queries/document/name.ts';

/**
 * Checks a proposed title as the document form will: then goes on to the form with it. With the field `stay` it answers the title as it
 * would be stored, for a dialog over that form. `document`: the uid of a document that may keep its own title.
 */
export async function answerTitle(page: Page, document: string | null, onward: (name: string) => string) {
  const form = await page.request.formData();
  const submission = parseForm(form, titleForm);
  if (submission.status !== 'success') return again(submission.reply(), null, 422);
  const { name } = submission.value;
  if (await page.ask(nameInUse, { name, document })) {
    return again(submission.reply({ fieldErrors: { name: [texts.documentNameInUse] } }), null, 409);
  }
  if (form.has('stay')) return data<FormAnswer & { name?: string }>({ lastResult: {}, problem: null, name });
  throw redirect(onward(name), 303);
}
